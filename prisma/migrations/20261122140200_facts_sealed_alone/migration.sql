-- Everything is sealed by now. Whoever migrates by other means than `npm start` is told to let it do this part.
DO $$
BEGIN
  IF EXISTS (SELECT FROM identity_checks WHERE num_nonnulls(birth_date, document_type, document_country, document_expiry) > 0)
     OR EXISTS (SELECT FROM identities WHERE num_nonnulls(birth_date, document_expiry) > 0) THEN
    RAISE EXCEPTION 'birth dates and documents wait to be sealed, which only npm start can do: run it once with this version';
  END IF;
END $$;

ALTER TABLE identity_checks DROP CONSTRAINT identity_checks_complete, ADD CONSTRAINT identity_checks_complete CHECK (
  status = 'draft' OR (legal_name IS NOT NULL AND facts IS NOT NULL AND submitted_at IS NOT NULL));
ALTER TABLE identity_checks DROP COLUMN birth_date, DROP COLUMN document_type, DROP COLUMN document_country, DROP COLUMN document_expiry;
ALTER TABLE identities DROP COLUMN birth_date, DROP COLUMN document_expiry;
DROP TYPE document_type;

CREATE OR REPLACE FUNCTION identity_checks_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status IN ('approved', 'rejected') THEN
    RAISE EXCEPTION 'a decided identity check does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'identity_checks_final';
  END IF;
  RETURN NEW;
END $$;
