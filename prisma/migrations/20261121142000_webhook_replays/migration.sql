-- All that failed for an endpoint since a moment, sent again in batches. What failed after the replay had started is not
-- its business: each delivery is sent again once.
CREATE TABLE webhook_replays (
  id text PRIMARY KEY,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  partner_id text NOT NULL,
  since timestamptz(3) NOT NULL,
  -- How many there were at the start, and how many are queued again.
  total int NOT NULL,
  done int NOT NULL DEFAULT 0,
  -- The last delivery of the batches so far: the next one begins behind it.
  reached_id text,
  started_at timestamptz(3) NOT NULL,
  started_by_id text REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  finished_at timestamptz(3),
  CONSTRAINT webhook_replays_counts CHECK (total > 0 AND done BETWEEN 0 AND total)
);
CREATE UNIQUE INDEX webhook_replays_one_unfinished ON webhook_replays (endpoint_id) WHERE finished_at IS NULL;
CREATE INDEX webhook_replays_endpoint_id_id_idx ON webhook_replays (endpoint_id, id);

-- Lists of deliveries are read by endpoint, also those of a whole partner: it has few of them.
CREATE INDEX webhook_deliveries_endpoint_failed ON webhook_deliveries (endpoint_id, id) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_endpoint_waiting ON webhook_deliveries (endpoint_id, id) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_endpoint_id_type_id_idx ON webhook_deliveries (endpoint_id, type, id);
DROP INDEX webhook_deliveries_waiting;
DROP INDEX webhook_deliveries_partner_id_type_id_idx;
