-- Only the owner lifts the legal hold of an identity: the service has no screen for it. Where one role owns and uses the tables,
-- this binds nobody.
CREATE FUNCTION identities_legal_hold_stays() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
    RAISE EXCEPTION 'only the owner of the database lifts the legal hold of an identity'
      USING ERRCODE = 'insufficient_privilege', CONSTRAINT = 'identities_legal_hold_stays';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER identities_legal_hold_stays BEFORE UPDATE OF legal_hold ON identities FOR EACH ROW
  WHEN (OLD.legal_hold AND NOT NEW.legal_hold) EXECUTE FUNCTION identities_legal_hold_stays();

-- A wrapped key starts with the id of its master key. It is rewrapped only when the master key changes, so one that replaces
-- another under the same master key is a different key, and what the first one sealed would be lost.
CREATE FUNCTION wrapped_keys_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a wrapped key changes only with the master key' USING ERRCODE = 'check_violation', CONSTRAINT = 'wrapped_keys_stay';
END $$;
CREATE TRIGGER wrapped_keys_stay BEFORE UPDATE ON person_keys FOR EACH ROW
  WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id OR (OLD.wrapped_key IS DISTINCT FROM NEW.wrapped_key
    AND substring(OLD.wrapped_key FOR 5) IS NOT DISTINCT FROM substring(NEW.wrapped_key FOR 5)))
  EXECUTE FUNCTION wrapped_keys_stay();
CREATE TRIGGER wrapped_keys_stay BEFORE UPDATE ON storage_keys FOR EACH ROW
  WHEN (OLD.wrapped_key IS DISTINCT FROM NEW.wrapped_key
    AND substring(OLD.wrapped_key FOR 5) IS NOT DISTINCT FROM substring(NEW.wrapped_key FOR 5))
  EXECUTE FUNCTION wrapped_keys_stay();
