-- A certificate never changes what it says, ends once, and is never deleted.

-- A certificate is superseded before the one that replaces it is inserted, because only one is CURRENT.
ALTER TABLE certificates ALTER CONSTRAINT certificates_superseded_by_id_fkey DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE certificates
  -- The reasons of the contract.
  ADD CONSTRAINT certificates_reason CHECK (reason = 'unspecified' OR reason = 'annual_renewal' OR reason ~ '^removal_request:.{1,64}$'),
  -- Partners find every revocation in their list, with its reason.
  ADD CONSTRAINT certificates_listed CHECK (
    (status = 'REVOKED') = (listed_as IS NOT DISTINCT FROM 'revocation') AND (listed_as IS NULL OR reason IS NOT NULL)),
  ADD CONSTRAINT certificates_superseded CHECK (superseded_by_id IS NULL OR superseded_at IS NOT NULL);

-- The list of revocations, in its order.
CREATE INDEX certificates_listed_at ON certificates (coalesce(revoked_at, superseded_at), id) WHERE listed_as IS NOT NULL;

CREATE FUNCTION certificates_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a certificate is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  IF (NEW.id, NEW.production_id, NEW.origin, NEW.package_id, NEW.attestation_id, NEW.kid, NEW.jwt, NEW.issued_at, NEW.expires_at)
     IS DISTINCT FROM
     (OLD.id, OLD.production_id, OLD.origin, OLD.package_id, OLD.attestation_id, OLD.kid, OLD.jwt, OLD.issued_at, OLD.expires_at) THEN
    RAISE EXCEPTION 'a certificate keeps what it says' USING ERRCODE = 'check_violation', CONSTRAINT = 'certificates_stay_true';
  END IF;
  -- A superseded one is revoked with the production's others. Nothing follows a revocation.
  IF NEW.status = OLD.status THEN
    IF (NEW.superseded_at, NEW.superseded_by_id, NEW.revoked_at, NEW.reason, NEW.listed_as) IS DISTINCT FROM
       (OLD.superseded_at, OLD.superseded_by_id, OLD.revoked_at, OLD.reason, OLD.listed_as) THEN
      RAISE EXCEPTION 'how a certificate ended does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'certificates_stay_true';
    END IF;
  ELSIF OLD.status = 'REVOKED' OR NEW.status = 'CURRENT' THEN
    RAISE EXCEPTION 'a certificate that ended stays ended' USING ERRCODE = 'check_violation', CONSTRAINT = 'certificates_stay_true';
  ELSIF OLD.status = 'SUPERSEDED' AND (NEW.superseded_at, NEW.superseded_by_id) IS DISTINCT FROM (OLD.superseded_at, OLD.superseded_by_id) THEN
    RAISE EXCEPTION 'how a certificate ended does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'certificates_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER certificates_stay_true BEFORE UPDATE OR DELETE ON certificates
  FOR EACH ROW EXECUTE FUNCTION certificates_stay_true();
CREATE TRIGGER certificates_not_truncated BEFORE TRUNCATE ON certificates
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- Only a documented production has a CURRENT certificate, about a package of its own. So none is issued after a revocation.
CREATE FUNCTION certificates_need_documentation() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  now_is production_status;
BEGIN
  -- Waits for a concurrent revocation.
  SELECT status INTO now_is FROM productions WHERE id = NEW.production_id FOR SHARE;
  IF (NEW.origin <> 'imported' OR NEW.status = 'CURRENT') AND now_is <> 'documented' THEN
    RAISE EXCEPTION 'only a documented production gets a certificate'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'certificates_need_documentation';
  END IF;
  IF NEW.package_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM sealed_packages k WHERE k.id = NEW.package_id AND k.production_id = NEW.production_id AND k.sealed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a certificate is about a sealed package of its production'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'certificates_need_documentation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER certificates_need_documentation BEFORE INSERT ON certificates
  FOR EACH ROW EXECUTE FUNCTION certificates_need_documentation();

-- A partner that synced its list reads again from a minute before its last call. So a revocation that takes longer to be committed
-- would be missed.
CREATE FUNCTION certificates_end_at_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF clock_timestamp() - transaction_timestamp() > interval '30 seconds' THEN
    RAISE EXCEPTION 'a revocation is committed within 30 seconds'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'certificates_end_at_once';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER certificates_end_at_once AFTER INSERT OR UPDATE ON certificates
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.listed_as IS NOT NULL) EXECUTE FUNCTION certificates_end_at_once();
