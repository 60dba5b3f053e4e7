CREATE TYPE webhook_endpoint_status AS ENUM ('enabled', 'paused');
CREATE TYPE webhook_delivery_status AS ENUM ('pending', 'delivered', 'failed');

-- An endpoint that is deleted keeps its row, because the deliveries that name it are kept.
CREATE TABLE webhook_endpoints (
  id text PRIMARY KEY,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  url text NOT NULL,
  description text,
  -- The types that it wants; none named for all, those of the future among them.
  types text[] NOT NULL DEFAULT '{}',
  status webhook_endpoint_status NOT NULL DEFAULT 'enabled',
  created_by_id text REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  -- Since when nothing has arrived; null while the latest attempt succeeded.
  failing_since timestamptz(3),
  -- How much of an outage people were told: 0 nothing, 1 the first delivery given up, 2 a day, 3 five days.
  told smallint NOT NULL DEFAULT 0,
  CONSTRAINT webhook_endpoints_shape CHECK (
    length(url) <= 2048 AND length(description) <= 200 AND told BETWEEN 0 AND 3
    AND (told = 0 OR failing_since IS NOT NULL))
);
CREATE INDEX webhook_endpoints_partner_id_id_idx ON webhook_endpoints (partner_id, id);

-- One secret is current. One more may still sign until it retires.
CREATE TABLE webhook_secrets (
  id text PRIMARY KEY,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  retires_at timestamptz(3)
);
CREATE UNIQUE INDEX webhook_secrets_one_current ON webhook_secrets (endpoint_id) WHERE retires_at IS NULL;
CREATE INDEX webhook_secrets_endpoint_id_idx ON webhook_secrets (endpoint_id);

-- A pending delivery is due at next_attempt_at. That moment is also its version: who settles an attempt says which one it
-- read, and a delivery that was changed meanwhile keeps the change.
CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  event_id text NOT NULL REFERENCES webhook_events (id) ON DELETE CASCADE ON UPDATE CASCADE,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  partner_id text NOT NULL,
  type text NOT NULL,
  status webhook_delivery_status NOT NULL DEFAULT 'pending',
  -- Attempts of the schedule under way that came to nothing: five end it. A replay begins anew.
  failures smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  CONSTRAINT webhook_deliveries_state CHECK (
    (status = 'pending') = (next_attempt_at IS NOT NULL) AND (status = 'pending') = (settled_at IS NULL)
    AND failures BETWEEN 0 AND 5)
);
CREATE UNIQUE INDEX webhook_deliveries_event_id_endpoint_id_key ON webhook_deliveries (event_id, endpoint_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_endpoint_id_id_idx ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_partner_id_id_idx ON webhook_deliveries (partner_id, id);
CREATE INDEX webhook_deliveries_partner_id_type_id_idx ON webhook_deliveries (partner_id, type, id);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (partner_id, id) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (partner_id, id) WHERE status = 'pending';

CREATE TABLE webhook_attempts (
  id text PRIMARY KEY,
  delivery_id text NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE ON UPDATE CASCADE,
  endpoint_id text NOT NULL,
  -- Where it was posted to; the endpoint may have moved since.
  url text NOT NULL,
  at timestamptz(3) NOT NULL,
  duration_ms real NOT NULL,
  request_headers jsonb NOT NULL,
  -- Null when no answer arrived; `error` then says why.
  response_status smallint,
  response_headers jsonb,
  -- The first eight kilobytes.
  response_body bytea,
  error text,
  succeeded boolean NOT NULL,
  CONSTRAINT webhook_attempts_outcome CHECK (
    (response_status IS NOT NULL OR error IS NOT NULL) AND octet_length(response_body) <= 8192)
);
CREATE INDEX webhook_attempts_delivery_id_id_idx ON webhook_attempts (delivery_id, id);
CREATE INDEX webhook_attempts_endpoint_id_at_idx ON webhook_attempts (endpoint_id, at);

-- Where an event stands in its partner's feed. Given after the event was committed, by whoever reads the feed, one reader at
-- a time: so nothing ever appears before a place that was read already.
ALTER TABLE webhook_events ADD COLUMN position bigint;
CREATE UNIQUE INDEX webhook_events_position ON webhook_events (partner_id, position);
CREATE INDEX webhook_events_unplaced ON webhook_events (partner_id, id) WHERE position IS NULL;

-- What an event is about: the ids and addresses in its payload, by which the event log is searched.
CREATE EXTENSION IF NOT EXISTS btree_gin;
ALTER TABLE webhook_events ADD COLUMN objects text[] NOT NULL DEFAULT '{}';
CREATE INDEX webhook_events_objects ON webhook_events USING gin (partner_id, objects);
