-- Rows whose record is in the log, but says something else there, or was taken down. Nothing is changed by them.
ALTER TABLE content_imports
  ADD COLUMN differing integer NOT NULL DEFAULT 0,
  ADD COLUMN taken_down integer NOT NULL DEFAULT 0;
ALTER TABLE content_import_findings
  DROP CONSTRAINT content_import_findings_outcome_check,
  ADD CONSTRAINT content_import_findings_outcome_check CHECK (outcome IN ('refused', 'repeated', 'differing', 'taken_down'));
