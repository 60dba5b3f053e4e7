-- A replay is of what failed since a moment, by when it failed: hours after it was made. It goes from one failure to the
-- next, and a batch begins behind the last one of the batch before. One under way begins anew, and finds what is left.
CREATE INDEX webhook_deliveries_endpoint_settled ON webhook_deliveries (endpoint_id, settled_at, id) WHERE status = 'failed';
ALTER TABLE webhook_replays ADD COLUMN reached_at timestamptz(3);

-- Those that were deleted long ago are forgotten.
CREATE INDEX webhook_endpoints_deleted_at_idx ON webhook_endpoints (deleted_at) WHERE deleted_at IS NOT NULL;
