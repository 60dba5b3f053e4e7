-- Keys under which objects on the disk are sealed. Wrapped anew when the master key changes, and otherwise never changed: to
-- lose one is to lose what it seals.
CREATE TABLE storage_keys (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-z]{25}$'),
  wrapped_key bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE FUNCTION storage_keys_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.id, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.created_at) THEN
    RAISE EXCEPTION 'the key of stored objects is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER storage_keys_stay BEFORE UPDATE OR DELETE ON storage_keys FOR EACH ROW EXECUTE FUNCTION storage_keys_stay();
CREATE TRIGGER storage_keys_not_truncated BEFORE TRUNCATE ON storage_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
