-- Search is filled behind the request: a record that was logged is put here, and from here into `depiction_search`. Neither key
-- nor index, so that this costs a request next to nothing.
CREATE TABLE depictions_to_search (depiction_id text NOT NULL) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- What can be searched of a depiction. It stays when the depiction is erased, as long as an index entry is kept of it.
CREATE TABLE depiction_search (
  depiction_id text PRIMARY KEY,
  -- The order in which they came here, which is that of their logging but for a moment. What was found is listed in it.
  place bigint NOT NULL,
  partner_id text NOT NULL,
  production_date timestamptz(3) NOT NULL,
  title text NOT NULL,
  content_url text NOT NULL,
  external_content_id text,
  -- What it is found by: its words, whose it is, when it was produced, in which part of the whole list it stands.
  marks text[] NOT NULL
);
CREATE SEQUENCE depiction_search_place OWNED BY depiction_search.place;
-- What waits to be put in order is read by every search: little may wait.
CREATE INDEX depiction_search_marks ON depiction_search USING gin (marks) WITH (gin_pending_list_limit = 512);

-- Every word of them that has no digit, by which it is found what words a part of a word stands in.
CREATE TABLE search_vocabulary (word text COLLATE "C" PRIMARY KEY);
CREATE INDEX search_vocabulary_part ON search_vocabulary USING gin (word gin_trgm_ops) WITH (gin_pending_list_limit = 128);

-- What is there already.
INSERT INTO depictions_to_search SELECT id FROM depictions ORDER BY id;

DROP INDEX depictions_search;
DROP INDEX depictions_url_prefix;
DROP INDEX depictions_external_prefix;
