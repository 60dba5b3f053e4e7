-- Hosted attestation: a creator opens the partner's link and attests to what they are about to publish.

-- They opened the partner's link, which proves nothing about the mailbox.
ALTER TYPE attestation_proof ADD VALUE 'hosted_link';

CREATE TYPE upload_content_type AS ENUM ('image', 'video', 'gallery');
CREATE TYPE upload_path AS ENUM ('solo', 'collab');

CREATE TABLE upload_sessions (
  id text PRIMARY KEY,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  account_id text NOT NULL,
  content_id text NOT NULL,
  content_type upload_content_type NOT NULL,
  content_title text NOT NULL,
  detected_face_count integer NOT NULL,
  path upload_path NOT NULL,
  callback_url text,
  redirect_url text,
  shoot_date timestamptz(3),
  link_serial integer NOT NULL DEFAULT 0,
  link_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  attestation_id text REFERENCES attestations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT upload_sessions_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(content_id) BETWEEN 1 AND 255 AND length(content_title) BETWEEN 1 AND 500
    AND detected_face_count BETWEEN 1 AND 50 AND (path = 'collab') = (detected_face_count > 1)
    AND length(callback_url) <= 2048 AND length(redirect_url) <= 2048 AND octet_length(link_hash) = 32
    AND expires_at > created_at),
  CONSTRAINT upload_sessions_completed CHECK (
    (completed_at IS NULL) = (attestation_id IS NULL)
    AND (completed_at IS NULL OR (shoot_date IS NOT NULL AND completed_at < expires_at))),
  CONSTRAINT upload_sessions_account_fkey FOREIGN KEY (partner_id, account_id)
    REFERENCES solo_accounts (partner_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX upload_sessions_link_hash_key ON upload_sessions (link_hash);
CREATE UNIQUE INDEX upload_sessions_attestation_id_key ON upload_sessions (attestation_id);
CREATE INDEX upload_sessions_partner_id_id_idx ON upload_sessions (partner_id, id);
CREATE INDEX upload_sessions_account_id_id_idx ON upload_sessions (account_id, id);
CREATE INDEX upload_sessions_content_id_prefix ON upload_sessions (partner_id, content_id text_pattern_ops);
CREATE INDEX upload_sessions_open ON upload_sessions (expires_at) WHERE completed_at IS NULL;
CREATE INDEX upload_sessions_retention ON upload_sessions (greatest(shoot_date, completed_at)) WHERE completed_at IS NOT NULL;

ALTER TABLE collab_scenes
  -- A session need not have one.
  ALTER COLUMN callback_url DROP NOT NULL,
  ADD CONSTRAINT collab_scenes_upload_session_id_fkey FOREIGN KEY (upload_session_id) REFERENCES upload_sessions (id)
    ON DELETE RESTRICT ON UPDATE CASCADE;

-- What a session is never changes. It is completed once, with the day of production if the partner didn't name it.
CREATE FUNCTION upload_sessions_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.partner_id, NEW.account_id, NEW.content_id, NEW.content_type, NEW.content_title, NEW.detected_face_count,
      NEW.path, NEW.callback_url, NEW.redirect_url, NEW.created_at, NEW.expires_at) IS DISTINCT FROM
     (OLD.id, OLD.partner_id, OLD.account_id, OLD.content_id, OLD.content_type, OLD.content_title, OLD.detected_face_count,
      OLD.path, OLD.callback_url, OLD.redirect_url, OLD.created_at, OLD.expires_at)
     OR (OLD.shoot_date IS NOT NULL OR NEW.completed_at IS NULL) AND NEW.shoot_date IS DISTINCT FROM OLD.shoot_date THEN
    RAISE EXCEPTION 'what an upload session is does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'upload_sessions_stay_true';
  END IF;
  IF OLD.completed_at IS NOT NULL AND (NEW.completed_at, NEW.attestation_id) IS DISTINCT FROM (OLD.completed_at, OLD.attestation_id) THEN
    RAISE EXCEPTION 'an upload session is completed once' USING ERRCODE = 'check_violation', CONSTRAINT = 'upload_sessions_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER upload_sessions_stay_true BEFORE UPDATE ON upload_sessions FOR EACH ROW EXECUTE FUNCTION upload_sessions_stay_true();

-- A completed session is kept for seven years from the day of production, or from its completion. Any other until it expires.
CREATE FUNCTION upload_sessions_stay() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.completed_at IS NOT NULL AND must_be_kept(greatest(OLD.shoot_date, OLD.completed_at), false) THEN
    RAISE EXCEPTION 'upload sessions are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  IF OLD.completed_at IS NULL AND OLD.expires_at > now() THEN
    RAISE EXCEPTION 'an open upload session is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER upload_sessions_stay BEFORE DELETE ON upload_sessions FOR EACH ROW EXECUTE FUNCTION upload_sessions_stay();
CREATE TRIGGER upload_sessions_not_truncated BEFORE TRUNCATE ON upload_sessions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
