-- Since when the source may have a hash: set before each call, and taken back if it answers that it didn't take it.
ALTER TABLE hash_submissions ADD COLUMN told_at timestamptz(3);
UPDATE hash_submissions SET told_at = coalesce(sent_at, now()) WHERE sent_at IS NOT NULL OR (tries > 0 AND refused IS NULL);
