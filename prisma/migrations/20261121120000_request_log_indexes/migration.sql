-- A log row is written for every call, and its indexes cost more than the row itself. The list by time of one partner serves
-- as the key too, and a key's own list needs no partner beside it.
ALTER TABLE request_log DROP CONSTRAINT request_log_pkey;
DROP INDEX request_log_partner_id_at_id_idx;
DROP INDEX request_log_partner_id_api_key_id_at_id_idx;
ALTER TABLE request_log ADD CONSTRAINT request_log_pkey PRIMARY KEY (partner_id, at, id);
CREATE INDEX request_log_api_key_id_at_idx ON request_log (api_key_id, at);
