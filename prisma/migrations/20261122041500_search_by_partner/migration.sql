-- What a partner looks for has marks of its own, beside those for everybody, and of each day of production it is known in which
-- parts of the list its records are: `part` counts 65,536 places.
CREATE TABLE search_day_parts (day integer, part integer, PRIMARY KEY (day, part));

-- Everything is put there anew, in the order in which it was logged.
TRUNCATE depiction_search, depictions_to_search;
INSERT INTO depictions_to_search (depiction_id)
SELECT id FROM depictions UNION SELECT depiction_id FROM index_entries WHERE title IS NOT NULL ORDER BY 1;
