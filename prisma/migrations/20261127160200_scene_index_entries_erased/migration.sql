-- What is left of a partner's erased records, which an examination of the partner opens.
DROP INDEX CONCURRENTLY IF EXISTS scene_index_entries_erased;
CREATE INDEX CONCURRENTLY scene_index_entries_erased ON scene_index_entries (partner_id, scene_id) WHERE title IS NOT NULL;
