-- The keys that sign certificates of productions.

CREATE TABLE certificate_keys (
  kid text PRIMARY KEY,
  modulus text NOT NULL,
  exponent text NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  signs_from timestamptz(3) NOT NULL,
  retires_at timestamptz(3),
  -- The thumbprint of RFC 7638.
  CONSTRAINT certificate_keys_kid CHECK (kid = translate(encode(
    sha256(convert_to('{"e":"' || exponent || '","kty":"RSA","n":"' || modulus || '"}', 'UTF8')), 'base64'), '+/=', '-_')),
  CONSTRAINT certificate_keys_times CHECK (signs_from >= created_at AND retires_at > signs_from)
);
-- At most one key has no successor.
CREATE UNIQUE INDEX certificate_keys_newest ON certificate_keys ((retires_at IS NULL)) WHERE retires_at IS NULL;

-- A certificate is verified with its public key as long as anybody has a copy. A key is sealed again when the master key
-- changes, and retires once.
CREATE FUNCTION certificate_keys_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.kid, NEW.modulus, NEW.exponent, NEW.created_at, NEW.signs_from) IS DISTINCT FROM
     (OLD.kid, OLD.modulus, OLD.exponent, OLD.created_at, OLD.signs_from) THEN
    RAISE EXCEPTION 'a certificate key is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  IF OLD.retires_at IS NOT NULL AND NEW.retires_at IS DISTINCT FROM OLD.retires_at THEN
    RAISE EXCEPTION 'a certificate key retires once' USING ERRCODE = 'check_violation', CONSTRAINT = 'certificate_keys_stay';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER certificate_keys_stay BEFORE UPDATE OR DELETE ON certificate_keys
  FOR EACH ROW EXECUTE FUNCTION certificate_keys_stay();
CREATE TRIGGER certificate_keys_not_truncated BEFORE TRUNCATE ON certificate_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
