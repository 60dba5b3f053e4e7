ALTER TABLE record_packages VALIDATE CONSTRAINT record_packages_confirmed_by_id_fkey;
ALTER TABLE record_packages VALIDATE CONSTRAINT record_packages_confirmed;
ALTER TABLE record_packages VALIDATE CONSTRAINT record_packages_delay;
-- The packages that people aren't told of yet, which each list of who viewed somebody's records leaves out.
DROP INDEX CONCURRENTLY IF EXISTS record_packages_untold;
CREATE INDEX CONCURRENTLY record_packages_untold ON record_packages (told_after) WHERE told_after IS NOT NULL;
