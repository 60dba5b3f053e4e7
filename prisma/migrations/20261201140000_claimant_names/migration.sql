-- Custodians find removal requests by words of the name that their claimant signed with.
CREATE INDEX CONCURRENTLY IF NOT EXISTS attestations_claimant_name ON attestations
  USING gin (search_fold(signed_name) gin_trgm_ops) WHERE kind = 'removal';
