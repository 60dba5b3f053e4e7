-- How the attempts at one endpoint went, by hours of the UTC clock: written with the attempts themselves, so that the health
-- of a busy endpoint is read from a few rows. No reference to the endpoint, as attempts have none: each would lock its row.
CREATE TABLE webhook_endpoint_hours (
  endpoint_id text NOT NULL,
  hour timestamptz(3) NOT NULL,
  attempts integer NOT NULL,
  succeeded integer NOT NULL,
  -- How many of those that succeeded took how long: one count for each range of milliseconds.
  latencies integer[] NOT NULL,
  PRIMARY KEY (endpoint_id, hour),
  CONSTRAINT webhook_endpoint_hours_counts CHECK (attempts > 0 AND succeeded BETWEEN 0 AND attempts)
) WITH (fillfactor = 50);
-- Those of long ago are forgotten by their hour.
CREATE INDEX webhook_endpoint_hours_hour_idx ON webhook_endpoint_hours (hour);
