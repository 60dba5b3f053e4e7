DROP INDEX CONCURRENTLY IF EXISTS webhook_deliveries_key;
CREATE UNIQUE INDEX CONCURRENTLY webhook_deliveries_key ON webhook_deliveries (id, partner_id);
