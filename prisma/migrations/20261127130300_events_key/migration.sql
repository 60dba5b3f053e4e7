DROP INDEX CONCURRENTLY IF EXISTS webhook_events_key;
CREATE UNIQUE INDEX CONCURRENTLY webhook_events_key ON webhook_events (id, partner_id);
