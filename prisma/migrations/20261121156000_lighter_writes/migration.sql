-- A transaction writes all its lines into one chain: it locks one head, once, and two transactions seldom want the same one.
DROP FUNCTION ledger_append(jsonb);
DROP FUNCTION ledger_hash(bytea, smallint, bigint, timestamptz, VARIADIC text[]);

CREATE FUNCTION ledger_field(field text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(length(field) || ':' || field, '-')
$$;

-- The hash of a row: SHA-256 of the previous hash and of each field as "<length>:<text>", "-" for null, joined by ",".
-- Lengths make the text unambiguous, so that no field can be moved into its neighbour. One expression without a subquery,
-- so that the planner puts it in the place of each call.
CREATE FUNCTION ledger_hash(prev bytea, chain smallint, "position" bigint, at timestamptz, seq bigint, actor_kind text, actor_id text,
  action text, subject_kind text, subject_id text, partner_id text, reason text, request_id text, detail text) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(prev || convert_to(concat_ws(',', ledger_field(chain::text), ledger_field("position"::text),
    ledger_field(to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), ledger_field(seq::text), ledger_field(actor_kind),
    ledger_field(actor_id), ledger_field(action), ledger_field(subject_kind), ledger_field(subject_id), ledger_field(partner_id),
    ledger_field(reason), ledger_field(request_id), ledger_field(detail)), 'UTF8'))
$$;

-- Appends entries, given as a JSON array, to one chain, in their order.
CREATE FUNCTION ledger_append(of_chain smallint, entries jsonb) RETURNS void LANGUAGE plpgsql STRICT AS $$
DECLARE
  head ledger_heads%ROWTYPE;
  line ledger_entries%ROWTYPE;
  lines ledger_entries[] := '{}';
BEGIN
  SELECT * INTO STRICT head FROM ledger_heads h WHERE h.chain = of_chain FOR UPDATE;
  FOR line IN SELECT * FROM jsonb_populate_recordset(NULL::ledger_entries, entries) LOOP
    line.seq := nextval('ledger_entries_seq_seq');
    line.chain := of_chain;
    line.position := head.length + 1;
    line.at := date_trunc('milliseconds', line.at);
    line.prev_hash := head.hash;
    line.hash := ledger_hash(line.prev_hash, line.chain, line.position, line.at, line.seq, line.actor_kind, line.actor_id, line.action,
      line.subject_kind, line.subject_id, line.partner_id, line.reason, line.request_id, line.detail);
    head.length := line.position;
    head.hash := line.hash;
    lines := lines || line;
  END LOOP;
  INSERT INTO ledger_entries SELECT * FROM unnest(lines);
  UPDATE ledger_heads h SET length = head.length, hash = head.hash WHERE h.chain = of_chain;
END $$;

-- By actor, people alone are looked up, not the keys and jobs that write most lines.
DROP INDEX ledger_entries_actor_kind_actor_id_seq_idx;
CREATE INDEX ledger_entries_people ON ledger_entries (actor_kind, actor_id, seq) WHERE actor_kind NOT IN ('partner_key', 'system');

-- An event has no position until somebody reads the feed, and is not worth an entry before.
DROP INDEX webhook_events_position;
CREATE UNIQUE INDEX webhook_events_position ON webhook_events (partner_id, position) WHERE position IS NOT NULL;

-- That a depiction is its account's partner's is one question now, and one that nobody can get wrong. An account and with it
-- its partner are never erased.
DROP INDEX solo_accounts_partner_id_id_idx;
CREATE UNIQUE INDEX solo_accounts_partner_id_id_key ON solo_accounts (partner_id, id);
ALTER TABLE depictions DROP CONSTRAINT depictions_partner_id_fkey, DROP CONSTRAINT depictions_account_id_fkey,
  ADD CONSTRAINT depictions_account_fkey FOREIGN KEY (partner_id, account_id) REFERENCES solo_accounts (partner_id, id)
    ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE index_entries DROP CONSTRAINT index_entries_partner_id_fkey;

-- Writes events, and a delivery of each for every endpoint that wants it. Senders hear of it when and if the change commits.
-- A delivery's id begins with its event's, so that it sorts by time, and ends with what is its own.
CREATE FUNCTION emit_events(events json) RETURNS void LANGUAGE plpgsql STRICT AS $$
BEGIN
  INSERT INTO webhook_events (id, partner_id, type, body, objects, created_at)
  SELECT id, partner_id, type, convert_to(body, 'UTF8'), objects, at
  FROM json_to_recordset(events) AS e(id text, partner_id text, type text, body text, objects text[], at timestamptz);
  INSERT INTO webhook_deliveries (id, event_id, endpoint_id, partner_id, type, created_at, next_attempt_at)
  SELECT 'del_' || substr(e.id, 5, 14) || left(md5(e.id || w.id), 11), e.id, w.id, e.partner_id, e.type, e.at, e.at
  FROM json_to_recordset(events) AS e(id text, partner_id text, type text, at timestamptz)
  JOIN webhook_endpoints w ON w.partner_id = e.partner_id
  WHERE w.status = 'enabled' AND w.deleted_at IS NULL AND (w.types = '{}' OR e.type = ANY (w.types));
  IF FOUND THEN
    PERFORM pg_notify('webhook_deliveries', '');
  END IF;
END $$;
