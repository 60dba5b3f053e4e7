-- The hashes of confirmed copies are gathered to be shared.
CREATE INDEX CONCURRENTLY IF NOT EXISTS removal_items_confirmed ON removal_items (depiction_id) WHERE status = 'confirmed';
