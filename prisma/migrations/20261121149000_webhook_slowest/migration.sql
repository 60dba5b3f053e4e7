-- The slowest attempt of an hour that succeeded. The counts by ranges tell a percentile to a fifth; with it, never one above
-- what was measured. Null when none succeeded, and where the attempts that were counted are not kept any more.
ALTER TABLE webhook_endpoint_hours ADD COLUMN slowest_ms real;
UPDATE webhook_endpoint_hours AS kept SET slowest_ms = made.slowest_ms
FROM (SELECT endpoint_id, date_trunc('hour', at, 'UTC') AS hour, max(duration_ms) AS slowest_ms
      FROM webhook_attempts
      WHERE succeeded AND at >= (SELECT min(hour) FROM webhook_endpoint_hours)
      GROUP BY 1, 2) AS made
WHERE made.endpoint_id = kept.endpoint_id AND made.hour = kept.hour;
-- As text, in the order in which they were sent and came: jsonb sorts them.
ALTER TABLE webhook_attempts
  ALTER COLUMN request_headers TYPE json,
  ALTER COLUMN response_headers TYPE json;
