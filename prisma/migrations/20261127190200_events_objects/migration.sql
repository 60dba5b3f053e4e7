DROP INDEX CONCURRENTLY IF EXISTS webhook_events_oldest_about;
CREATE INDEX CONCURRENTLY webhook_events_oldest_about ON webhook_events_oldest (partner_id, (objects[1]), id);
DROP INDEX CONCURRENTLY IF EXISTS webhook_events_oldest_beside;
CREATE INDEX CONCURRENTLY webhook_events_oldest_beside ON webhook_events_oldest USING gin (partner_id, (objects[2:]));
