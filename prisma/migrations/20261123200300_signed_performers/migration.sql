-- Signed releases, whose copies are looked for every night in batches.
CREATE INDEX scene_performers_signed ON scene_performers (id) WHERE release_id IS NOT NULL;
