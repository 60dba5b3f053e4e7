-- The key of each sealed package, and what keeps packages as they were sealed.

CREATE TABLE package_keys (
  package_id text PRIMARY KEY REFERENCES sealed_packages (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Wrapped under the master key.
  wrapped_key bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);

-- Without its key a package can't be read, so it is kept, and rewrapped only when the master key changes.
CREATE FUNCTION package_keys_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.package_id, NEW.created_at) IS DISTINCT FROM (OLD.package_id, OLD.created_at) THEN
    RAISE EXCEPTION 'the key of a sealed package is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER package_keys_stay BEFORE UPDATE OR DELETE ON package_keys FOR EACH ROW EXECUTE FUNCTION package_keys_stay();
CREATE TRIGGER wrapped_keys_stay BEFORE UPDATE ON package_keys FOR EACH ROW
  WHEN (OLD.wrapped_key IS DISTINCT FROM NEW.wrapped_key
    AND substring(OLD.wrapped_key FOR 5) IS NOT DISTINCT FROM substring(NEW.wrapped_key FOR 5))
  EXECUTE FUNCTION wrapped_keys_stay();
CREATE TRIGGER package_keys_not_truncated BEFORE TRUNCATE ON package_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- A package is sealed or fails once. Certificates name its hash, so it never changes afterwards.
CREATE FUNCTION sealed_packages_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a sealed package is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  IF OLD.sealed_at IS NOT NULL OR OLD.failure IS NOT NULL
    OR (NEW.id, NEW.production_id, NEW.attestation_id, NEW.revision, NEW.requested_at) IS DISTINCT FROM
       (OLD.id, OLD.production_id, OLD.attestation_id, OLD.revision, OLD.requested_at) THEN
    RAISE EXCEPTION 'a sealed package does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'sealed_packages_stay';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sealed_packages_stay BEFORE UPDATE OR DELETE ON sealed_packages FOR EACH ROW EXECUTE FUNCTION sealed_packages_stay();
CREATE TRIGGER sealed_packages_not_truncated BEFORE TRUNCATE ON sealed_packages FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
-- The jobs that were lost are looked for among the open ones.
CREATE INDEX sealed_packages_waiting ON sealed_packages (requested_at) WHERE sealed_at IS NULL AND failure IS NULL;
