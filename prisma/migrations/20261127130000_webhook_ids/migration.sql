-- Webhook events, deliveries and attempts become partitions of four weeks each (docs/decisions/057-webhooks-by-time.md). Here begins
-- what existing rows need for it.

-- How the ids of a day start: UUIDv7 in base 36, of which a delivery shares the first 16 characters with its event.
CREATE FUNCTION first_id_of(day date) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT string_agg(substr('0123456789abcdefghijklmnopqrstuvwxyz', mod(div(id, 36::numeric ^ n), 36)::int + 1, 1), '' ORDER BY n DESC)
  FROM generate_series(9, 24) n, (SELECT (day - date '1970-01-01') * 86400000::numeric * 2::numeric ^ 80 AS id) first
$$;

-- The day on which a day's partition starts, a Monday.
CREATE FUNCTION partition_day(day date) RETURNS date LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT day - mod(day - date '1970-01-05', 28)
$$;

ALTER TABLE webhook_attempts ADD COLUMN partner_id text;

-- The version before doesn't write it.
CREATE FUNCTION attempt_takes_partner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT partner_id INTO NEW.partner_id FROM webhook_deliveries WHERE id = NEW.delivery_id;
  RETURN NEW;
END $$;
CREATE TRIGGER attempt_takes_partner BEFORE INSERT ON webhook_attempts
  FOR EACH ROW WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION attempt_takes_partner();
ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_partner_id_check CHECK (partner_id IS NOT NULL) NOT VALID;

-- All rows of at least four weeks still fit into these tables, so that this may be interrupted, and nodes run meanwhile.
DO $$
DECLARE ends CONSTANT text := first_id_of(partition_day((now() AT TIME ZONE 'UTC')::date) + 56);
BEGIN
  EXECUTE format('ALTER TABLE webhook_events ADD CONSTRAINT webhook_events_ends CHECK (id < %L) NOT VALID', 'evt_' || ends);
  EXECUTE format('ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_ends CHECK (id < %L) NOT VALID', 'del_' || ends);
  EXECUTE format('ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_ends CHECK (delivery_id < %L) NOT VALID', 'del_' || ends);
END $$;
