-- The ID checks that were sent in a day, and from where.
DROP INDEX CONCURRENTLY IF EXISTS attestations_declared_at_idx;
CREATE INDEX CONCURRENTLY attestations_declared_at_idx ON attestations (attested_at) WHERE kind = 'declaration';
