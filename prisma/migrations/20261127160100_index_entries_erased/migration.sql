-- What is left of a partner's erased records, which an examination of the partner opens.
DROP INDEX CONCURRENTLY IF EXISTS index_entries_erased;
CREATE INDEX CONCURRENTLY index_entries_erased ON index_entries (partner_id, depiction_id) WHERE title IS NOT NULL;
