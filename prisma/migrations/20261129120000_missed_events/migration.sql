-- The span of an endpoint's pauses whose events were neither sent since nor waived. It is open while the endpoint is paused.
ALTER TABLE webhook_endpoints ADD COLUMN missed_since timestamptz(3), ADD COLUMN missed_until timestamptz(3);

-- One for each event and endpoint. It starts with 16 characters of its event's, so that those of one millisecond sort like their events.
CREATE FUNCTION delivery_id(event_id text, endpoint_id text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN 'del_' || substr(event_id, 5, 16) || left(md5(event_id || endpoint_id), 9);
