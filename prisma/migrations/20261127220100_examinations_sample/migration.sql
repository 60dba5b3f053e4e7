ALTER TABLE examinations VALIDATE CONSTRAINT examinations_sample_id_fkey;
-- The examinations of a sample.
DROP INDEX CONCURRENTLY IF EXISTS examinations_sample_id_idx;
CREATE INDEX CONCURRENTLY examinations_sample_id_idx ON examinations (sample_id);
