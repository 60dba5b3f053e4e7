-- How many deliveries of a partner were created in an hour that is over. Never changes, so a repeat writes the same.
CREATE TABLE webhook_delivery_hours (
  partner_id text NOT NULL, hour timestamptz(3) NOT NULL, made int NOT NULL,
  CONSTRAINT webhook_delivery_hours_pkey PRIMARY KEY (partner_id, hour),
  CONSTRAINT webhook_delivery_hours_counts CHECK (made > 0));
CREATE INDEX webhook_delivery_hours_hour_idx ON webhook_delivery_hours (hour);
