-- A package, and the renewal of its certificate, name what was sealed as it was when the producer certified it. Both names may
-- change afterwards.
ALTER TABLE sealed_packages ADD COLUMN title text, ADD COLUMN producer_name text;
ALTER TABLE sealed_packages DISABLE TRIGGER sealed_packages_stay;
UPDATE sealed_packages k SET title = p.title, producer_name = r.name
  FROM productions p JOIN producers r ON r.id = p.producer_id WHERE p.id = k.production_id;
ALTER TABLE sealed_packages ENABLE TRIGGER sealed_packages_stay;
ALTER TABLE sealed_packages
  ALTER COLUMN title SET NOT NULL,
  ALTER COLUMN producer_name SET NOT NULL,
  ADD CONSTRAINT sealed_packages_names CHECK (length(title) BETWEEN 1 AND 500 AND length(producer_name) BETWEEN 1 AND 200);

CREATE OR REPLACE FUNCTION sealed_packages_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a sealed package is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  IF OLD.sealed_at IS NOT NULL OR OLD.failure IS NOT NULL
    OR (NEW.id, NEW.production_id, NEW.attestation_id, NEW.revision, NEW.requested_at, NEW.title, NEW.producer_name) IS DISTINCT FROM
       (OLD.id, OLD.production_id, OLD.attestation_id, OLD.revision, OLD.requested_at, OLD.title, OLD.producer_name) THEN
    RAISE EXCEPTION 'a sealed package does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'sealed_packages_stay';
  END IF;
  RETURN NEW;
END $$;
