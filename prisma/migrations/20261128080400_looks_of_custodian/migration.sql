-- What a custodian opened in a day.
DROP INDEX CONCURRENTLY IF EXISTS looks_custodian_id_kind_looked_at_idx;
CREATE INDEX CONCURRENTLY looks_custodian_id_kind_looked_at_idx ON looks (custodian_id, kind, looked_at);
