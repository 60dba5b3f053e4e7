-- Custodians find removal requests by words of the name that their claimant signed with.
DROP INDEX CONCURRENTLY IF EXISTS attestations_claimant_name;
CREATE INDEX CONCURRENTLY attestations_claimant_name ON attestations
  USING gin (search_fold(signed_name) gin_trgm_ops) WHERE kind = 'removal';
