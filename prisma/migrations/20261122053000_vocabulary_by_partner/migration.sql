-- The words that a part of a word is looked up in, everybody's ('') and each partner's: what others log must not keep a partner from
-- finding its own.
DROP TABLE search_vocabulary;
CREATE TABLE search_vocabulary (whose text COLLATE "C", word text COLLATE "C", PRIMARY KEY (whose, word));
CREATE INDEX search_vocabulary_part ON search_vocabulary USING gin (whose, word gin_trgm_ops) WITH (gin_pending_list_limit = 128);

-- Everything is put into the search anew, in the order in which it was logged.
TRUNCATE depiction_search, search_day_parts, depictions_to_search;
INSERT INTO depictions_to_search (depiction_id)
SELECT id FROM depictions UNION SELECT depiction_id FROM index_entries WHERE title IS NOT NULL ORDER BY 1;
