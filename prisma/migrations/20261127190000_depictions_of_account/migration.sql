-- In one index, because an account is always the same partner's: the planner multiplies both conditions and would combine two indexes.
DROP INDEX CONCURRENTLY IF EXISTS depictions_account_id_partner_id_id_idx;
CREATE INDEX CONCURRENTLY depictions_account_id_partner_id_id_idx ON depictions (account_id, partner_id, id);
DROP INDEX CONCURRENTLY IF EXISTS depictions_account_id_id_idx;
