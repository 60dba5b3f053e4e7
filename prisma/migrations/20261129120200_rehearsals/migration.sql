-- Events that a developer rehearses go the way of all others, and count nowhere.
ALTER TABLE webhook_events ADD COLUMN rehearsal boolean NOT NULL DEFAULT false;
ALTER TABLE webhook_deliveries ADD COLUMN rehearsal boolean NOT NULL DEFAULT false;

-- A creator for rehearsing, with its content and scene. No record: it is deleted after a day. `events`: those that its steps sent.
CREATE TABLE rehearsals (
  id text NOT NULL, partner_id text NOT NULL, endpoint_id text, created_at timestamptz(3) NOT NULL, ends_at timestamptz(3) NOT NULL,
  account_id text NOT NULL, account text NOT NULL DEFAULT 'pending', verified_at timestamptz(3),
  depiction_id text, content_log_id text, content text NOT NULL DEFAULT 'none',
  scene_id text, scene text NOT NULL DEFAULT 'none', expires_at timestamptz(3), is_clock boolean NOT NULL DEFAULT false,
  production_id text NOT NULL, removal_deadline timestamptz(3),
  events text[] NOT NULL DEFAULT '{}',
  CONSTRAINT rehearsals_pkey PRIMARY KEY (id, partner_id),
  CONSTRAINT rehearsals_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT rehearsals_account CHECK (account IN ('pending', 'active', 'suspended') AND (account = 'pending') = (verified_at IS NULL)),
  CONSTRAINT rehearsals_content CHECK (content IN ('none', 'logged', 'stored', 'removed')
    AND (content = 'none') = (num_nonnulls(depiction_id, content_log_id) = 0)),
  CONSTRAINT rehearsals_scene CHECK (scene IN ('none', 'pending', 'greenlit', 'blocked')
    AND (scene = 'none') = (num_nonnulls(scene_id, expires_at) = 0)));
CREATE INDEX rehearsals_partner_id_id_idx ON rehearsals (partner_id, id);

-- Writes events, and a delivery of each for every endpoint that wants it; of a rehearsal's only for its endpoint, if any. Senders are
-- notified when the change commits.
CREATE OR REPLACE FUNCTION emit_events(events json) RETURNS void LANGUAGE plpgsql STRICT AS $$
BEGIN
  INSERT INTO webhook_events (id, partner_id, type, body, objects, created_at, request_id, rehearsal)
  SELECT id, partner_id, type, convert_to(body, 'UTF8'), objects, at, request_id, coalesce(rehearsal, false)
  FROM json_to_recordset(events) AS e(
    id text, partner_id text, type text, body text, objects text[], at timestamptz, request_id text, rehearsal boolean);
  INSERT INTO webhook_deliveries (id, event_id, endpoint_id, partner_id, type, created_at, next_attempt_at, rehearsal)
  SELECT delivery_id(e.id, w.id), e.id, w.id, e.partner_id, e.type, e.at, e.at, coalesce(e.rehearsal, false)
  FROM json_to_recordset(events) AS e(
    id text, partner_id text, type text, at timestamptz, rehearsal boolean, endpoint_id text)
  JOIN webhook_endpoints w ON w.partner_id = e.partner_id
  WHERE w.status = 'enabled' AND w.deleted_at IS NULL AND (w.types = '{}' OR e.type = ANY (w.types))
    AND (e.rehearsal IS NOT TRUE OR w.id = e.endpoint_id);
  IF FOUND THEN
    PERFORM pg_notify('webhook_deliveries', '');
  END IF;
END $$;
