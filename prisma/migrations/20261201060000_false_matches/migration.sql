-- How a similar record is held, compared with what it resembles: 0 upright, 1 to 7 turned or mirrored, in the order of the hashes.
ALTER TABLE removal_items ADD COLUMN turn smallint;

-- Pictures that look alike and aren't the same, as custodians said for a request: near copies of such a pair aren't suggested to it
-- again. A row for each hash of the dismissed record's copy and each thing of the request that it resembled.
CREATE TABLE removal_false_matches (
  request_id text NOT NULL,
  depiction_id text NOT NULL,
  part smallint NOT NULL,
  near_id text NOT NULL,
  pdq bit(256) NOT NULL,
  wanted bit(256) NOT NULL,
  added_at timestamptz(3) NOT NULL,
  CONSTRAINT removal_false_matches_pkey PRIMARY KEY (request_id, depiction_id, part, near_id),
  CONSTRAINT removal_false_matches_request_id_fkey FOREIGN KEY (request_id) REFERENCES removal_requests (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT removal_false_matches_shape CHECK (depiction_id ~ '^[0-9a-z]{25}$' AND near_id ~ '^[0-9a-z]{25}$' AND depiction_id <> near_id)
);
CALL never('UPDATE', 'removal_false_matches', 'removals_append_only', 'a false match is removed, and never changed');
