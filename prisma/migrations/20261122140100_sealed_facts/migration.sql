-- What an ID says beside the name is sealed under the person's key, as the photos are. SQL cannot seal: `migrate` does, right
-- after this migration and before the next one, which drops the columns that it emptied.
ALTER TABLE identity_checks ADD COLUMN facts bytea;
ALTER TABLE identity_checks DROP CONSTRAINT identity_checks_complete, ADD CONSTRAINT identity_checks_complete CHECK (
  status = 'draft' OR (legal_name IS NOT NULL AND num_nonnulls(facts, birth_date) > 0 AND submitted_at IS NOT NULL));
ALTER TABLE identities ALTER COLUMN birth_date DROP NOT NULL;

-- A decided check never changes, but that once for what it holds to be sealed.
CREATE OR REPLACE FUNCTION identity_checks_final() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE emptied text[] := '{facts,birth_date,document_type,document_country,document_expiry}';
BEGIN
  IF OLD.status IN ('approved', 'rejected') AND NOT (OLD.facts IS NULL AND NEW.facts IS NOT NULL
     AND num_nonnulls(NEW.birth_date, NEW.document_type, NEW.document_country, NEW.document_expiry) = 0
     AND to_jsonb(OLD) - emptied = to_jsonb(NEW) - emptied) THEN
    RAISE EXCEPTION 'a decided identity check does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'identity_checks_final';
  END IF;
  RETURN NEW;
END $$;
