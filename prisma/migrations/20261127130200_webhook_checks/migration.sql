-- Reads the tables while they are written to, so that what follows doesn't have to.
ALTER TABLE webhook_attempts VALIDATE CONSTRAINT webhook_attempts_partner_id_check;
ALTER TABLE webhook_attempts VALIDATE CONSTRAINT webhook_attempts_ends;
ALTER TABLE webhook_deliveries VALIDATE CONSTRAINT webhook_deliveries_ends;
ALTER TABLE webhook_events VALIDATE CONSTRAINT webhook_events_ends;
