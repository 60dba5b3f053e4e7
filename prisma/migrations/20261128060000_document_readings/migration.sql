-- What was read from the photos of a check's document. It goes with its check: an older version deletes drafts without knowing of it.
CREATE TYPE document_reading_status AS ENUM ('queued', 'read', 'nothing', 'failed');
CREATE TYPE document_reading_source AS ENUM ('mrz', 'pdf417');

CREATE TABLE document_readings (
  check_id text NOT NULL, status document_reading_status NOT NULL DEFAULT 'queued', source document_reading_source,
  fields bytea, kept_fields text[] NOT NULL DEFAULT '{}', queued_at timestamptz(3) NOT NULL, read_at timestamptz(3),
  CONSTRAINT document_readings_pkey PRIMARY KEY (check_id),
  CONSTRAINT document_readings_check_id_fkey FOREIGN KEY (check_id) REFERENCES identity_checks (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT document_readings_read CHECK (
    (status = 'read') = (source IS NOT NULL) AND (status = 'read') = (fields IS NOT NULL) AND (status = 'queued') = (read_at IS NULL)));

-- A reading of a draft may be replaced with its photos. Afterwards it is evidence, and stays as long as its check.
CALL never_given('UPDATE', 'document_readings', 'retention', 'the reading of a sent check stays',
  $$EXISTS (SELECT FROM identity_checks c WHERE c.id = OLD.check_id AND c.status <> 'draft')$$, $$OLD.status IN ('read', 'nothing')$$);
CALL never_given('DELETE', 'document_readings', 'retention', 'identity records are kept for seven years',
  $$EXISTS (SELECT FROM identity_checks c WHERE c.id = OLD.check_id AND c.status <> 'draft')$$);
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON document_readings
  EXECUTE FUNCTION refuse('retention', '%1$s is a table of record and is never truncated');
