DROP INDEX CONCURRENTLY IF EXISTS webhook_attempts_key;
CREATE UNIQUE INDEX CONCURRENTLY webhook_attempts_key ON webhook_attempts (delivery_id, id, partner_id);
DROP INDEX CONCURRENTLY IF EXISTS webhook_attempts_delivery_id_id_idx;
