-- Search on PostgreSQL's own trigram index, in one table, instead of an index of our own.
DROP TABLE depiction_search, depictions_to_search, search_vocabulary, search_words_in_doubt, search_day_parts;
-- Custodians' lists now read erased records from search_records.
DROP INDEX index_entries_erased, index_entries_erased_production;

CREATE TYPE search_kind AS ENUM ('depiction');

CREATE TABLE search_records (
  kind search_kind NOT NULL,
  id text NOT NULL,
  partner_id text NOT NULL,
  production_date timestamptz(3) NOT NULL,
  erased boolean NOT NULL,
  text text NOT NULL,
  external_id text,
  url_hash bytea,
  file_hash bytea,
  CONSTRAINT search_records_pkey PRIMARY KEY (kind, id)
);
-- Every search also reads what waits to be sorted into the index, so little may wait.
CREATE INDEX search_records_text ON search_records USING gin (partner_id text_ops, text gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX search_records_partner ON search_records (kind, partner_id, id);
CREATE INDEX search_records_production ON search_records (kind, production_date, id);
CREATE INDEX search_records_external_id ON search_records (external_id, partner_id);
CREATE INDEX search_records_url ON search_records (url_hash, partner_id);
CREATE INDEX search_records_file ON search_records (file_hash, partner_id) WHERE file_hash IS NOT NULL;
-- Stored copies are found by their hash where it stands: most are stored after their record was written here.
CREATE INDEX depictions_kept_sha256 ON depictions (kept_sha256, partner_id) WHERE kept_sha256 IS NOT NULL;

CREATE TABLE search_queue (
  kind search_kind NOT NULL,
  record_id text NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- The LIKE pattern for text that holds a word. Escaped after folding: a letter may fold to a sign of patterns.
CREATE FUNCTION search_pattern(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT '%' || regexp_replace(search_fold(word), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- Every record, the newest first, so that those are found first.
INSERT INTO search_queue (kind, record_id)
SELECT 'depiction', id FROM (SELECT id FROM depictions UNION SELECT depiction_id FROM index_entries WHERE title IS NOT NULL) AS r
ORDER BY id DESC;
