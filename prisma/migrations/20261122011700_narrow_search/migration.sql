-- A search reads many rows of which it keeps few: they hold nothing but what leads to a record, and its marks as numbers. What a
-- record says is read where it stands, in `depictions` or, once it is erased, in `index_entries`.
DROP INDEX depiction_search_marks;
TRUNCATE depiction_search;
ALTER TABLE depiction_search
  DROP COLUMN partner_id, DROP COLUMN production_date, DROP COLUMN title, DROP COLUMN content_url, DROP COLUMN external_content_id,
  ALTER COLUMN marks TYPE integer[] USING '{}';
-- What waits to be put in order is read by every search: little may wait.
CREATE INDEX depiction_search_marks ON depiction_search USING gin (marks) WITH (gin_pending_list_limit = 512);

-- Everything is put there anew, in the order in which it was logged.
TRUNCATE depictions_to_search;
INSERT INTO depictions_to_search (depiction_id)
SELECT id FROM depictions UNION SELECT depiction_id FROM index_entries WHERE title IS NOT NULL ORDER BY 1;

-- The few that could not be put there are counted where a custodian searches.
CREATE INDEX depictions_to_search_aside ON depictions_to_search (again_at) WHERE again_at IS NOT NULL;
