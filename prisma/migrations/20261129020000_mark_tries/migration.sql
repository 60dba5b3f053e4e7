-- How often a check's marks were tried since they were last made: one that can't be read isn't tried forever.
ALTER TABLE identity_marks ADD COLUMN tries int NOT NULL DEFAULT 0;
