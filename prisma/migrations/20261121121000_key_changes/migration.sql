-- Each node keeps the keys it meets, and asks again and again what has changed among them. With the moment of each change
-- at hand, that question costs the same for ten keys and for ten thousand.
ALTER TABLE api_keys ADD COLUMN changed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE partners ADD COLUMN changed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
CREATE INDEX api_keys_changed_at_idx ON api_keys (changed_at);
CREATE INDEX partners_changed_at_idx ON partners (changed_at);

CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER api_keys_note_change BEFORE UPDATE OF partner_id, mode, hash, expires_at, revoke_at, revoked_at ON api_keys
  FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER partners_note_change BEFORE UPDATE OF status ON partners FOR EACH ROW EXECUTE FUNCTION note_change();
