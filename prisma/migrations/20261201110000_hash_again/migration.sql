-- Pictures that were cut off, very large or animated had no hash that they have now. The nightly job hashes them again.
UPDATE copy_fingerprints f SET hashed_at = NULL
WHERE hashed_at IS NOT NULL
  AND EXISTS (SELECT FROM depictions d WHERE d.id = f.depiction_id AND d.copy_mime_type LIKE 'image/%')
  AND NOT EXISTS (SELECT FROM copy_hashes h WHERE h.depiction_id = f.depiction_id);
