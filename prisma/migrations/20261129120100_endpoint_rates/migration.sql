-- How many deliveries an endpoint gets per second at most. Null for no limit.
-- squawk-ignore prefer-bigint-over-smallint
ALTER TABLE webhook_endpoints ADD COLUMN per_second smallint;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_per_second CHECK (per_second BETWEEN 1 AND 100) NOT VALID;
