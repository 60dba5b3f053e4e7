-- Stored copies that aren't compared, which operators count: those that wait, and those that can't be read.
DROP INDEX CONCURRENTLY IF EXISTS copy_fingerprints_not_compared;
CREATE INDEX CONCURRENTLY copy_fingerprints_not_compared ON copy_fingerprints (is_unreadable, depiction_id)
  WHERE hashed_at IS NULL OR is_unreadable;
