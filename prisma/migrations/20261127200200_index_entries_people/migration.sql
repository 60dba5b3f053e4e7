-- Everyone in a partner's records, whom an examination of the partner lists by name.
DROP INDEX CONCURRENTLY IF EXISTS index_entries_partner_people;
CREATE INDEX CONCURRENTLY index_entries_partner_people ON index_entries (partner_id, user_id);
