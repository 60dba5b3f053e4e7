-- What has no place in its partner's feed yet, the oldest first. By time, an order that no other index has: whatever share of
-- all events the statistics take for unplaced, these are read from here, and never sought among the placed ones.
DROP INDEX webhook_events_unplaced;
CREATE INDEX webhook_events_unplaced ON webhook_events (partner_id, created_at, id) WHERE position IS NULL;
