-- The certificates and keys that sign releases, and the signed copy of each release.

CREATE TABLE signing_certificates (
  id text PRIMARY KEY,
  certificate bytea NOT NULL,
  sha256 bytea NOT NULL,
  not_after timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT signing_certificates_shape CHECK (id ~ '^[0-9a-z]{25}$' AND sha256 = sha256(certificate))
);
CREATE UNIQUE INDEX signing_certificates_sha256_key ON signing_certificates (sha256);

CREATE TABLE signing_keys (
  id text PRIMARY KEY REFERENCES signing_certificates (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE release_copies (
  performer_id text PRIMARY KEY REFERENCES scene_performers (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  "key" text NOT NULL,
  sha256 bytea NOT NULL,
  bytes integer NOT NULL,
  certificate_id text NOT NULL REFERENCES signing_certificates (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT release_copies_shape CHECK (length(sha256) = 32 AND bytes > 0)
);
CREATE UNIQUE INDEX release_copies_key_key ON release_copies ("key");

-- Certificates prove signatures as long as anybody has a copy.
CREATE FUNCTION signing_certificates_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a signing certificate is kept as it was' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
END $$;
CREATE TRIGGER signing_certificates_stay BEFORE UPDATE OR DELETE ON signing_certificates
  FOR EACH ROW EXECUTE FUNCTION signing_certificates_stay();
CREATE TRIGGER signing_certificates_not_truncated BEFORE TRUNCATE ON signing_certificates
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- Signing keys are sealed again when the master key changes, and otherwise never change.
CREATE FUNCTION signing_keys_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.id, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.created_at) THEN
    RAISE EXCEPTION 'a signing key is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER signing_keys_stay BEFORE UPDATE OR DELETE ON signing_keys FOR EACH ROW EXECUTE FUNCTION signing_keys_stay();
CREATE TRIGGER signing_keys_not_truncated BEFORE TRUNCATE ON signing_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- A copy never changes, and is kept as long as its scene.
CREATE FUNCTION release_copies_stay() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'the copy of a release does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'release_copies_stay';
  END IF;
  IF EXISTS (SELECT FROM scene_performers p JOIN collab_scenes s ON s.id = p.scene_id
             WHERE p.id = OLD.performer_id AND must_be_kept(greatest(s.shoot_date, s.created_at), s.legal_hold)) THEN
    RAISE EXCEPTION 'scene records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER release_copies_stay BEFORE UPDATE OR DELETE ON release_copies FOR EACH ROW EXECUTE FUNCTION release_copies_stay();
CREATE TRIGGER release_copies_not_truncated BEFORE TRUNCATE ON release_copies FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
