-- What is searched and what is typed are compared in lower case and without the marks of letters: whoever types "zoe angstrom"
-- finds "Zoë Ångström". Letters that are no marked ones of others are written as people without them on their keyboard do.
CREATE FUNCTION search_fold(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(said) = length(said) THEN lower(said)
    ELSE replace(replace(replace(replace(
      translate(lower(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f]', '', 'g')), 'øłđðıς', 'olddiσ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END
$$;

DROP INDEX identities_name_search;
DROP INDEX person_aliases_name_search;
CREATE INDEX identities_name_search ON identities USING gin (search_fold(legal_name) gin_trgm_ops);
CREATE INDEX person_aliases_name_search ON person_aliases USING gin (search_fold(name) gin_trgm_ops);

-- Where any record says more than plain letters, everything is put into the search anew, in the order in which it was logged.
DO $$
BEGIN
  IF EXISTS (SELECT FROM depictions WHERE octet_length(title) <> length(title) OR octet_length(content_url) <> length(content_url)
               OR octet_length(external_content_id) <> length(external_content_id))
    OR EXISTS (SELECT FROM index_entries WHERE octet_length(title) <> length(title) OR octet_length(content_url) <> length(content_url)
               OR octet_length(external_content_id) <> length(external_content_id)) THEN
    TRUNCATE depiction_search, search_vocabulary, depictions_to_search;
    INSERT INTO depictions_to_search (depiction_id)
    SELECT id FROM depictions UNION SELECT depiction_id FROM index_entries WHERE title IS NOT NULL ORDER BY 1;
  END IF;
END $$;
