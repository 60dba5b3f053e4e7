-- A name that is no longer used stays on record: what was published under it is found by it.
ALTER TABLE person_aliases ADD COLUMN retired_at timestamptz(3);

-- What a creator says in public of who keeps their records (28 CFR 75.6). This row is the draft and the switch; what was
-- published stands in the versions.
CREATE TABLE statements (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- The end of the public address. Part of it is drawn by lot: no address is guessed, and choosing one tells of no other.
  slug text NOT NULL,
  display_name text NOT NULL,
  -- Null for all works of this creator.
  work_title text,
  produced_on date NOT NULL,
  indexable boolean NOT NULL DEFAULT false,
  -- The version that is public; null while none is.
  published_version integer,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT statements_shape CHECK (
    slug ~ '^([a-z0-9]+(-[a-z0-9]+)*-)?[a-z0-9]{10}$' AND length(slug) <= 60 AND length(display_name) BETWEEN 1 AND 100
    AND length(work_title) BETWEEN 1 AND 200 AND published_version > 0)
);
CREATE UNIQUE INDEX statements_slug_key ON statements (slug);

-- Each text that was public, as it was. Never changed, never erased.
CREATE TABLE statement_versions (
  user_id text NOT NULL REFERENCES statements (user_id) ON DELETE RESTRICT ON UPDATE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  display_name text NOT NULL,
  work_title text,
  produced_on date NOT NULL,
  custodian_name text NOT NULL,
  custodian_title text NOT NULL,
  custodian_address text NOT NULL,
  custodian_hours text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, version)
);
ALTER TABLE statements ADD CONSTRAINT statements_published_version_fkey
  FOREIGN KEY (user_id, published_version) REFERENCES statement_versions (user_id, version);

CREATE FUNCTION statement_versions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was published is kept as it was' USING ERRCODE = 'check_violation', CONSTRAINT = 'statement_versions_stay';
END $$;
CREATE TRIGGER statement_versions_stay BEFORE UPDATE OR DELETE ON statement_versions FOR EACH ROW EXECUTE FUNCTION statement_versions_stay();
CREATE TRIGGER statement_versions_not_truncated BEFORE TRUNCATE ON statement_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
