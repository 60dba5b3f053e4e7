-- Specimens and their planted copies.
DROP INDEX CONCURRENTLY IF EXISTS identity_checks_golden_id_idx;
CREATE INDEX CONCURRENTLY identity_checks_golden_id_idx ON identity_checks (golden_id) WHERE golden_id IS NOT NULL;
