-- The custodian's lists, by day of production and by id, show what is erased between what is not: `title` is set when a depiction
-- is erased, so these hold nothing of any other.
CREATE INDEX index_entries_erased_production ON index_entries (production_date, depiction_id) WHERE title IS NOT NULL;
CREATE INDEX index_entries_erased ON index_entries (depiction_id) WHERE title IS NOT NULL;
