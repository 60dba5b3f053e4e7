-- Why a stored copy has no hashes: its file can't be read, or it shows too little.
ALTER TABLE copy_fingerprints ADD COLUMN is_unreadable boolean NOT NULL DEFAULT false;
-- Of those without hashes it isn't known, so the nightly job looks again.
UPDATE copy_fingerprints f SET hashed_at = NULL
WHERE hashed_at IS NOT NULL AND NOT EXISTS (SELECT FROM copy_hashes h WHERE h.depiction_id = f.depiction_id);
