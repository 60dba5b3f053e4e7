-- How an endpoint's payloads are edited before they are sent. A version never changes: a delivery keeps the one it was created with,
-- so each of its attempts sends the same bytes.
CREATE TABLE webhook_edits (
  id text NOT NULL, partner_id text NOT NULL, endpoint_id text NOT NULL, document json NOT NULL, created_at timestamptz(3) NOT NULL,
  CONSTRAINT webhook_edits_pkey PRIMARY KEY (id, partner_id));
CREATE INDEX webhook_edits_endpoint_id_idx ON webhook_edits (endpoint_id);
CALL never('UPDATE', 'webhook_edits', 'webhook_edits_stay', 'a version of an endpoint''s edits never changes');

ALTER TABLE webhook_endpoints ADD COLUMN edits_id text;
ALTER TABLE webhook_deliveries ADD COLUMN edits_id text;

CREATE OR REPLACE FUNCTION emit_events(events json) RETURNS void LANGUAGE plpgsql STRICT AS $$
BEGIN
  INSERT INTO webhook_events (id, partner_id, type, body, objects, created_at, request_id, rehearsal)
  SELECT id, partner_id, type, convert_to(body, 'UTF8'), objects, at, request_id, coalesce(rehearsal, false)
  FROM json_to_recordset(events) AS e(
    id text, partner_id text, type text, body text, objects text[], at timestamptz, request_id text, rehearsal boolean);
  INSERT INTO webhook_deliveries (id, event_id, endpoint_id, partner_id, type, created_at, next_attempt_at, rehearsal, edits_id)
  SELECT delivery_id(e.id, w.id), e.id, w.id, e.partner_id, e.type, e.at, e.at, coalesce(e.rehearsal, false), w.edits_id
  FROM json_to_recordset(events) AS e(
    id text, partner_id text, type text, at timestamptz, rehearsal boolean, endpoint_id text)
  JOIN webhook_endpoints w ON w.partner_id = e.partner_id
  WHERE w.status = 'enabled' AND w.deleted_at IS NULL AND (w.types = '{}' OR e.type = ANY (w.types))
    AND (e.rehearsal IS NOT TRUE OR w.id = e.endpoint_id);
  IF FOUND THEN
    PERFORM pg_notify('webhook_deliveries', '');
  END IF;
END $$;
