-- squawk-ignore-file renaming-table, adding-serial-primary-key-field, adding-not-nullable-field
-- The tables become the first partitions of new ones with their names. Nothing is read or copied, so the locks are short.
LOCK TABLE partners, webhook_endpoints IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE webhook_events, webhook_deliveries, webhook_attempts IN ACCESS EXCLUSIVE MODE;

-- A partition is dropped whole, so nothing refers to its rows from outside.
ALTER TABLE webhook_attempts DROP CONSTRAINT webhook_attempts_delivery_id_fkey;
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_event_id_fkey;
DROP TRIGGER attempt_takes_partner ON webhook_attempts;

-- Reads no rows: the validated check proves it.
ALTER TABLE webhook_attempts ALTER COLUMN partner_id SET NOT NULL;
ALTER TABLE webhook_attempts DROP CONSTRAINT webhook_attempts_partner_id_check;

ALTER TABLE webhook_events DROP CONSTRAINT webhook_events_pkey;
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_pkey;
ALTER TABLE webhook_attempts DROP CONSTRAINT webhook_attempts_pkey;
ALTER TABLE webhook_events ADD CONSTRAINT webhook_events_first_pkey PRIMARY KEY USING INDEX webhook_events_key;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_first_pkey PRIMARY KEY USING INDEX webhook_deliveries_key;
ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_first_pkey PRIMARY KEY USING INDEX webhook_attempts_key;

-- The names go to the new tables and their indexes.
DO $$
DECLARE named record;
BEGIN
  FOR named IN
    SELECT relname AS name, regexp_replace(relname, '^(webhook_[a-z]+)_(first_)?', '\1_first_') AS first
    FROM pg_index JOIN pg_class i ON i.oid = indexrelid
    WHERE indrelid IN ('webhook_events'::regclass, 'webhook_deliveries'::regclass, 'webhook_attempts'::regclass)
  LOOP
    IF named.name <> named.first THEN
      EXECUTE format('ALTER INDEX %I RENAME TO %I', named.name, named.first);
    END IF;
  END LOOP;
END $$;
ALTER TABLE webhook_events RENAME TO webhook_events_first;
ALTER TABLE webhook_deliveries RENAME TO webhook_deliveries_first;
ALTER TABLE webhook_attempts RENAME TO webhook_attempts_first;

CREATE TABLE webhook_events (LIKE webhook_events_first INCLUDING DEFAULTS) PARTITION BY RANGE (id);
ALTER TABLE webhook_events
  ADD CONSTRAINT webhook_events_pkey PRIMARY KEY (id, partner_id),
  ADD CONSTRAINT webhook_events_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX webhook_events_partner_id_id_idx ON webhook_events (partner_id, id);
CREATE INDEX webhook_events_partner_id_type_id_idx ON webhook_events (partner_id, type, id);
CREATE INDEX webhook_events_unplaced ON webhook_events (partner_id, created_at, id) WHERE position IS NULL;
CREATE INDEX webhook_events_objects ON webhook_events USING gin (partner_id, objects);

-- A delivery's id sorts where its event's does, so both are in partitions of the same time.
CREATE TABLE webhook_deliveries (LIKE webhook_deliveries_first INCLUDING DEFAULTS) PARTITION BY RANGE (id);
ALTER TABLE webhook_deliveries
  ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id, partner_id),
  ADD CONSTRAINT webhook_deliveries_endpoint_id_fkey
    FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT webhook_deliveries_state CHECK (
    (status = 'pending') = (next_attempt_at IS NOT NULL) AND (status = 'pending') = (settled_at IS NULL)
    AND failures BETWEEN 0 AND 5);
CREATE INDEX webhook_deliveries_endpoint_id_id_idx ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_endpoint_id_type_id_idx ON webhook_deliveries (endpoint_id, type, id);
CREATE INDEX webhook_deliveries_partner_id_id_idx ON webhook_deliveries (partner_id, id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (partner_id, id) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_endpoint_failed ON webhook_deliveries (endpoint_id, id) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_endpoint_settled ON webhook_deliveries (endpoint_id, settled_at, id) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_endpoint_waiting ON webhook_deliveries (endpoint_id, id) WHERE status = 'pending';

-- In the partition of their delivery, however late they were made.
CREATE TABLE webhook_attempts (LIKE webhook_attempts_first INCLUDING DEFAULTS) PARTITION BY RANGE (delivery_id);
ALTER TABLE webhook_attempts
  ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (delivery_id, id, partner_id),
  ADD CONSTRAINT webhook_attempts_outcome CHECK (
    (response_status IS NOT NULL OR error IS NOT NULL) AND octet_length(response_body) <= 8192);
CREATE INDEX webhook_attempts_endpoint_id_at_idx ON webhook_attempts (endpoint_id, at);
CREATE TRIGGER attempt_takes_partner BEFORE INSERT ON webhook_attempts
  FOR EACH ROW WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION attempt_takes_partner();

-- Named by the last four weeks they have, like the partitions that follow.
DO $$
DECLARE
  parent text;
  first text;
  dated text;
  ends text;
  index text;
  this CONSTANT date := partition_day((now() AT TIME ZONE 'UTC')::date);
BEGIN
  FOREACH parent IN ARRAY ARRAY['webhook_events', 'webhook_deliveries', 'webhook_attempts'] LOOP
    first := parent || '_first';
    SELECT substring(pg_get_constraintdef(oid) FROM '''(\w+)''') INTO STRICT ends
    FROM pg_constraint WHERE conrelid = first::regclass AND conname = parent || '_ends';
    SELECT parent || to_char(this + 28 * n - 28, '_YYYYMMDD') INTO STRICT dated
    FROM generate_series(-100, 2) n WHERE first_id_of(this + 28 * n) = right(ends, 16);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', parent, first, ends);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', first, parent || '_ends');
    FOR index IN SELECT relname FROM pg_index JOIN pg_class i ON i.oid = indexrelid WHERE indrelid = first::regclass LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', index, replace(index, first, dated));
    END LOOP;
    EXECUTE format('ALTER TABLE %I RENAME TO %I', first, dated);
  END LOOP;
END $$;

-- For rows without a partition of their own, such as after weeks without a job. New partitions are made like these.
CREATE TABLE webhook_events_default (LIKE webhook_events INCLUDING ALL);
CREATE TABLE webhook_deliveries_default (LIKE webhook_deliveries INCLUDING ALL);
CREATE TABLE webhook_attempts_default (LIKE webhook_attempts INCLUDING ALL);
-- Unique in each partition only, because a key of all must have the id. A place in the feed is given under a lock.
CREATE UNIQUE INDEX webhook_events_default_position ON webhook_events_default (partner_id, position) WHERE position IS NOT NULL;
CREATE UNIQUE INDEX webhook_deliveries_default_once ON webhook_deliveries_default (event_id, endpoint_id, partner_id);
ALTER TABLE webhook_events ATTACH PARTITION webhook_events_default DEFAULT;
ALTER TABLE webhook_deliveries ATTACH PARTITION webhook_deliveries_default DEFAULT;
ALTER TABLE webhook_attempts ATTACH PARTITION webhook_attempts_default DEFAULT;

-- Makes a table's partition that starts on a day, as the owner. Does nothing if that or a later one exists, or if the default partition
-- has rows of that time: those stay there, and are deleted when they are old. Gives up soon, because its locks stop writers of partners
-- and endpoints, and readers of the default partition.
CREATE FUNCTION ensure_partition(of_table text, first_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  made CONSTANT text := of_table || to_char(first_day, '_YYYYMMDD');
  spare CONSTANT text := of_table || '_default';
  key CONSTANT text := CASE of_table WHEN 'webhook_attempts' THEN 'delivery_id' ELSE 'id' END;
  kind CONSTANT text := CASE of_table WHEN 'webhook_events' THEN 'evt_' ELSE 'del_' END;
  starts CONSTANT text := kind || first_id_of(first_day);
  ends CONSTANT text := kind || first_id_of(first_day + 28);
  taken boolean;
BEGIN
  IF of_table = 'request_log' THEN
    PERFORM request_log_ensure_day(first_day);
    RETURN;
  ELSIF of_table NOT IN ('webhook_events', 'webhook_deliveries', 'webhook_attempts') OR first_day <> partition_day(first_day) THEN
    RAISE EXCEPTION '% has no partition that starts on %', of_table, first_day;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext(of_table || '_partitions'));
  EXECUTE format('SELECT EXISTS (SELECT FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L)', spare, key, starts, ends) INTO taken;
  IF taken OR EXISTS (
    SELECT FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
    WHERE inhparent = of_table::regclass AND relname ~ '_[0-9]{8}$' AND relname >= made)
  THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', made, spare);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', of_table, made, starts, ends);
END $$;
REVOKE EXECUTE ON FUNCTION ensure_partition(text, date) FROM PUBLIC;

-- Drops a table's partition that starts on a day, as the owner. Gives up soon, because others wait behind it.
CREATE FUNCTION drop_partition(of_table text, first_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
BEGIN
  IF of_table NOT IN ('request_log', 'webhook_events', 'webhook_deliveries', 'webhook_attempts') THEN
    RAISE EXCEPTION '% has no partitions', of_table;
  END IF;
  EXECUTE format('DROP TABLE IF EXISTS public.%I', of_table || to_char(first_day, '_YYYYMMDD'));
END $$;
REVOKE EXECUTE ON FUNCTION drop_partition(text, date) FROM PUBLIC;
