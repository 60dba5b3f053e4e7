-- A revocation that an import brings was decided long ago. Partners sync the list by when an entry came into it.

ALTER TABLE certificates
  -- When its entry came into the revocation list.
  ADD COLUMN listed_at timestamptz(3);

ALTER TABLE certificates DISABLE TRIGGER certificates_end_at_once;
UPDATE certificates SET listed_at = coalesce(revoked_at, superseded_at) WHERE listed_as IS NOT NULL;
ALTER TABLE certificates ENABLE TRIGGER certificates_end_at_once;

ALTER TABLE certificates ADD CONSTRAINT certificates_listed_at CHECK ((listed_as IS NULL) = (listed_at IS NULL));

-- What a sync with `since` reads. The other index has the list's order.
ALTER INDEX certificates_listed_at RENAME TO certificates_listed_order;
CREATE INDEX certificates_listed_since ON certificates (listed_at) WHERE listed_as IS NOT NULL;

CREATE OR REPLACE FUNCTION certificates_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
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
    IF (NEW.superseded_at, NEW.superseded_by_id, NEW.revoked_at, NEW.reason, NEW.listed_as, NEW.listed_at) IS DISTINCT FROM
       (OLD.superseded_at, OLD.superseded_by_id, OLD.revoked_at, OLD.reason, OLD.listed_as, OLD.listed_at) THEN
      RAISE EXCEPTION 'how a certificate ended does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'certificates_stay_true';
    END IF;
  ELSIF OLD.status = 'REVOKED' OR NEW.status = 'CURRENT' THEN
    RAISE EXCEPTION 'a certificate that ended stays ended' USING ERRCODE = 'check_violation', CONSTRAINT = 'certificates_stay_true';
  ELSIF OLD.status = 'SUPERSEDED' AND (NEW.superseded_at, NEW.superseded_by_id) IS DISTINCT FROM (OLD.superseded_at, OLD.superseded_by_id) THEN
    RAISE EXCEPTION 'how a certificate ended does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'certificates_stay_true';
  END IF;
  RETURN NEW;
END $$;
