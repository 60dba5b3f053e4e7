-- The examinations that people aren't told of yet, which each list of who viewed somebody's records leaves out.
DROP INDEX CONCURRENTLY IF EXISTS examinations_untold;
CREATE INDEX CONCURRENTLY examinations_untold ON examinations (told_after) WHERE told_after IS NOT NULL;
