-- Events caused by a call of the partner's own have its id. Others, and those of before, have none.
ALTER TABLE webhook_events ADD COLUMN request_id text;

CREATE OR REPLACE FUNCTION emit_events(events json) RETURNS void LANGUAGE plpgsql STRICT AS $$
BEGIN
  INSERT INTO webhook_events (id, partner_id, type, body, objects, created_at, request_id)
  SELECT id, partner_id, type, convert_to(body, 'UTF8'), objects, at, request_id
  FROM json_to_recordset(events)
    AS e(id text, partner_id text, type text, body text, objects text[], at timestamptz, request_id text);
  INSERT INTO webhook_deliveries (id, event_id, endpoint_id, partner_id, type, created_at, next_attempt_at)
  SELECT 'del_' || substr(e.id, 5, 16) || left(md5(e.id || w.id), 9), e.id, w.id, e.partner_id, e.type, e.at, e.at
  FROM json_to_recordset(events) AS e(id text, partner_id text, type text, at timestamptz)
  JOIN webhook_endpoints w ON w.partner_id = e.partner_id
  WHERE w.status = 'enabled' AND w.deleted_at IS NULL AND (w.types = '{}' OR e.type = ANY (w.types));
  IF FOUND THEN
    PERFORM pg_notify('webhook_deliveries', '');
  END IF;
END $$;
