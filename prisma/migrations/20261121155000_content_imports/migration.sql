CREATE TYPE content_import_status AS ENUM ('waiting', 'running', 'done', 'failed');

-- Records that a partner brings along, as a file. The file lies in the storage until the import is over.
CREATE TABLE content_imports (
  id text PRIMARY KEY,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  status content_import_status NOT NULL DEFAULT 'waiting',
  -- Only looks at every row, and writes nothing.
  dry_run boolean NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'jsonl')),
  file_name text NOT NULL CHECK (length(file_name) <= 255),
  file_bytes integer NOT NULL CHECK (file_bytes > 0),
  -- Known when the file has been read through once, before the first row is written.
  file_sha256 bytea CHECK (octet_length(file_sha256) = 32),
  file_rows integer,
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  request_id text NOT NULL,
  -- The last line of the file whose row is counted below: where it goes on after a stop.
  reached_line integer NOT NULL DEFAULT 0,
  logged integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  repeated integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  problem text,
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  finished_at timestamptz(3)
);
CREATE INDEX content_imports_partner_id_id_idx ON content_imports (partner_id, id);
CREATE INDEX content_imports_finished ON content_imports (finished_at);

-- Rows that were not taken, and why.
CREATE TABLE content_import_findings (
  import_id text NOT NULL REFERENCES content_imports (id) ON DELETE CASCADE ON UPDATE CASCADE,
  line integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('refused', 'repeated')),
  external_content_id text,
  reason text NOT NULL,
  PRIMARY KEY (import_id, line)
);

-- What the file has named so far, so that a repeat within it is told from a record that was there before. Kept while it runs.
CREATE TABLE content_import_handles (
  import_id text NOT NULL REFERENCES content_imports (id) ON DELETE CASCADE ON UPDATE CASCADE,
  handle bytea NOT NULL,
  line integer NOT NULL,
  PRIMARY KEY (import_id, handle)
);
