-- Lists of hashes that others share with us, and hashes of confirmed copies that we share with them.
CREATE TYPE hash_source_kind AS ENUM ('stopncii', 'threatexchange', 'file');
CREATE TYPE hash_direction AS ENUM ('in', 'out', 'both');
CREATE TYPE listed_match_status AS ENUM ('open', 'same', 'different', 'ended');

CREATE TABLE hash_sources (
  id text NOT NULL,
  name text NOT NULL,
  kind hash_source_kind NOT NULL,
  direction hash_direction NOT NULL,
  base_url text,
  group_id text,
  days_kept integer NOT NULL,
  cursor text,
  cursor_started_at timestamptz(3),
  next_run_at timestamptz(3) NOT NULL,
  claimed_until timestamptz(3),
  last_run_at timestamptz(3),
  last_success_at timestamptz(3),
  last_error text,
  failures integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT hash_sources_pkey PRIMARY KEY (id),
  CONSTRAINT hash_sources_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(name) BETWEEN 1 AND 80 AND days_kept BETWEEN 1 AND 3650 AND failures >= 0
    AND (kind = 'file') = (base_url IS NULL) AND (kind = 'threatexchange') = (group_id IS NOT NULL) AND (kind <> 'file' OR direction = 'in'))
);
CREATE UNIQUE INDEX hash_sources_name_key ON hash_sources (lower(name)) WHERE ended_at IS NULL;

CREATE TABLE hash_source_keys (
  source_id text NOT NULL,
  sealed bytea NOT NULL,
  set_at timestamptz(3) NOT NULL,
  CONSTRAINT hash_source_keys_pkey PRIMARY KEY (source_id),
  CONSTRAINT hash_source_keys_source_id_fkey FOREIGN KEY (source_id) REFERENCES hash_sources (id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE listed_hashes (
  id text NOT NULL,
  source_id text NOT NULL,
  external_id text NOT NULL,
  pdq bit(256),
  sha256 bytea,
  added_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  withdrawn_at timestamptz(3),
  CONSTRAINT listed_hashes_pkey PRIMARY KEY (id),
  CONSTRAINT listed_hashes_source_id_fkey FOREIGN KEY (source_id) REFERENCES hash_sources (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT listed_hashes_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(external_id) BETWEEN 1 AND 200 AND num_nonnulls(pdq, sha256) = 1 AND octet_length(sha256) = 32
    AND ends_at >= added_at)
);
CREATE UNIQUE INDEX listed_hashes_source_id_external_id_key ON listed_hashes (source_id, external_id);
CREATE INDEX listed_hashes_sha256 ON listed_hashes (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX listed_hashes_ends_at_idx ON listed_hashes (ends_at);
CREATE INDEX listed_hashes_withdrawn_at ON listed_hashes (withdrawn_at) WHERE withdrawn_at IS NOT NULL;

-- As on wanted_hashes.
DO $$
DECLARE
  word int;
  bits int;
  first_bit int := 1;
BEGIN
  FOR word IN 0..10 LOOP
    bits := CASE WHEN word < 3 THEN 24 ELSE 23 END;
    EXECUTE format('CREATE INDEX %I ON listed_hashes ((substring(pdq, %s, %s)::bit(%s)::int4))', 'listed_hashes_word_' || word, first_bit, bits, bits);
    first_bit := first_bit + bits;
  END LOOP;
END $$;

-- Depictions are erased after seven years, so they have no foreign key.
CREATE TABLE listed_matches (
  id text NOT NULL,
  listed_id text,
  source_id text NOT NULL,
  listed_at timestamptz(3) NOT NULL,
  depiction_id text,
  target_id text,
  request_id text,
  distance integer NOT NULL,
  found_at timestamptz(3) NOT NULL,
  status listed_match_status NOT NULL,
  decided_by_id text,
  decided_at timestamptz(3),
  CONSTRAINT listed_matches_pkey PRIMARY KEY (id),
  CONSTRAINT listed_matches_listed_id_fkey FOREIGN KEY (listed_id) REFERENCES listed_hashes (id) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT listed_matches_source_id_fkey FOREIGN KEY (source_id) REFERENCES hash_sources (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT listed_matches_target_id_fkey FOREIGN KEY (target_id) REFERENCES removal_targets (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT listed_matches_request_id_fkey FOREIGN KEY (request_id) REFERENCES removal_requests (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT listed_matches_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT listed_matches_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND num_nonnulls(depiction_id, target_id) = 1 AND (target_id IS NULL) = (request_id IS NULL)
    AND distance BETWEEN 0 AND 256 AND (status IN ('same', 'different')) = (decided_by_id IS NOT NULL)
    AND (decided_by_id IS NULL) = (decided_at IS NULL))
);
CREATE UNIQUE INDEX listed_matches_depiction_key ON listed_matches (depiction_id, listed_id) WHERE depiction_id IS NOT NULL;
CREATE UNIQUE INDEX listed_matches_target_key ON listed_matches (target_id, listed_id) WHERE target_id IS NOT NULL;
CREATE INDEX listed_matches_listed_id_idx ON listed_matches (listed_id);
CREATE INDEX listed_matches_request_id_idx ON listed_matches (request_id);
CREATE INDEX listed_matches_open ON listed_matches (id) WHERE status = 'open';

-- Files that custodians uploaded. With problems, nothing of the file was kept.
CREATE TABLE hash_imports (
  id text NOT NULL,
  source_id text NOT NULL,
  imported_by_id text NOT NULL,
  imported_at timestamptz(3) NOT NULL,
  file_sha256 bytea NOT NULL,
  lines integer NOT NULL,
  added integer NOT NULL,
  renewed integer NOT NULL,
  withdrawn integer NOT NULL,
  unsupported integer NOT NULL,
  problem_count integer NOT NULL,
  problems jsonb NOT NULL,
  CONSTRAINT hash_imports_pkey PRIMARY KEY (id),
  CONSTRAINT hash_imports_source_id_fkey FOREIGN KEY (source_id) REFERENCES hash_sources (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT hash_imports_imported_by_id_fkey FOREIGN KEY (imported_by_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT hash_imports_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND octet_length(file_sha256) = 32 AND (problem_count = 0 OR added + renewed + withdrawn = 0))
);
CREATE INDEX hash_imports_source_id_idx ON hash_imports (source_id);

-- Under a random id, which tells nothing about the record.
CREATE TABLE shared_hashes (
  id text NOT NULL,
  pdq bit(256),
  sha256 bytea,
  added_at timestamptz(3) NOT NULL,
  withdrawn_at timestamptz(3),
  CONSTRAINT shared_hashes_pkey PRIMARY KEY (id),
  CONSTRAINT shared_hashes_shape CHECK (id ~ '^[0-9a-f]{32}$' AND num_nonnulls(pdq, sha256) = 1 AND octet_length(sha256) = 32)
);
CREATE UNIQUE INDEX shared_hashes_pdq_key ON shared_hashes (pdq) WHERE pdq IS NOT NULL;
CREATE UNIQUE INDEX shared_hashes_sha256_key ON shared_hashes (sha256) WHERE sha256 IS NOT NULL;

CREATE TABLE shared_hash_items (
  hash_id text NOT NULL,
  item_id text NOT NULL,
  CONSTRAINT shared_hash_items_pkey PRIMARY KEY (hash_id, item_id),
  CONSTRAINT shared_hash_items_hash_id_fkey FOREIGN KEY (hash_id) REFERENCES shared_hashes (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT shared_hash_items_item_id_fkey FOREIGN KEY (item_id) REFERENCES removal_items (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX shared_hash_items_item_id_idx ON shared_hash_items (item_id);

-- What a source is to be told of a hash, and was.
CREATE TABLE hash_submissions (
  source_id text NOT NULL,
  hash_id text NOT NULL,
  remote_id text,
  sent_at timestamptz(3),
  withdrawal_sent_at timestamptz(3),
  refused text,
  CONSTRAINT hash_submissions_pkey PRIMARY KEY (source_id, hash_id),
  CONSTRAINT hash_submissions_source_id_fkey FOREIGN KEY (source_id) REFERENCES hash_sources (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT hash_submissions_hash_id_fkey FOREIGN KEY (hash_id) REFERENCES shared_hashes (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX hash_submissions_hash_id_idx ON hash_submissions (hash_id);
