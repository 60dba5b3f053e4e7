-- The examinations that ended without a report so far.
DROP INDEX CONCURRENTLY IF EXISTS examinations_unreported;
CREATE INDEX CONCURRENTLY examinations_unreported ON examinations (ended_at)
  WHERE ended_at IS NOT NULL AND confirmed_at IS NOT NULL AND reported_at IS NULL;
