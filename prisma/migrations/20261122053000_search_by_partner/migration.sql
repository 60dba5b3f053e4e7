-- What a partner looks for has marks of its own, beside those for everybody, and so have the words that a part of a word is looked up
-- in: everybody's ('') and each partner's. What others log must not keep a partner from finding its own.
DROP TABLE search_vocabulary;
CREATE TABLE search_vocabulary (whose text COLLATE "C", word text COLLATE "C", PRIMARY KEY (whose, word));
CREATE INDEX search_vocabulary_part ON search_vocabulary USING gin (whose, word gin_trgm_ops) WITH (gin_pending_list_limit = 128);

-- Words of erased records, which perhaps no other has.
CREATE TABLE search_words_in_doubt (whose text COLLATE "C", word text COLLATE "C", PRIMARY KEY (whose, word));

-- In which parts of the list there is something of each day of production, everybody's and each partner's: `part` counts 65,536 places.
DROP TABLE IF EXISTS search_day_parts;
CREATE TABLE search_day_parts (whose text COLLATE "C", part integer, day integer, PRIMARY KEY (whose, part, day));

-- Everything is put into the search anew, in the order in which it was logged.
TRUNCATE depiction_search, depictions_to_search;
SELECT setval('depiction_search_place', 1, false);
INSERT INTO depictions_to_search (depiction_id)
SELECT id FROM depictions UNION SELECT depiction_id FROM index_entries WHERE title IS NOT NULL ORDER BY 1;
