-- The mailed link of a performer is found by its token's hash.
ALTER TABLE scene_performers ADD COLUMN link_hash bytea NOT NULL;
CREATE UNIQUE INDEX scene_performers_link_hash_key ON scene_performers (link_hash);
