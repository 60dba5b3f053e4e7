DROP INDEX CONCURRENTLY IF EXISTS webhook_deliveries_once;
CREATE UNIQUE INDEX CONCURRENTLY webhook_deliveries_once ON webhook_deliveries (event_id, endpoint_id, partner_id);
DROP INDEX CONCURRENTLY IF EXISTS webhook_deliveries_event_id_endpoint_id_key;
