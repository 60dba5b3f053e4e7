-- People are told of a delivery that was given up at most once a day for an endpoint, and that an endpoint works again when
-- that has held for a while. So what they were told outlasts the first arrival.
ALTER TABLE webhook_endpoints
  -- When people were last told that a delivery was given up.
  ADD COLUMN told_at timestamptz(3),
  -- Since when there is a delivery that was given up and that nobody was told of.
  ADD COLUMN untold_since timestamptz(3),
  -- Of an outage that people were told of: since when everything arrives again.
  ADD COLUMN works_since timestamptz(3);
UPDATE webhook_endpoints SET told_at = now() WHERE told > 0;
ALTER TABLE webhook_endpoints
  DROP CONSTRAINT webhook_endpoints_shape,
  ADD CONSTRAINT webhook_endpoints_shape CHECK (
    length(url) <= 2048 AND length(description) <= 200 AND told BETWEEN 0 AND 3
    AND (told = 0 OR told_at IS NOT NULL)
    AND (works_since IS NOT NULL) = (told > 0 AND failing_since IS NULL));
