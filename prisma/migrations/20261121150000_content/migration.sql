CREATE TYPE compliance_copy_state AS ENUM ('pending', 'stored', 'missing');

-- One depiction of the content log. `copy_…` is what was declared; `kept_…` what was verified and is kept.
CREATE TABLE depictions (
  id text PRIMARY KEY,
  content_log_id text NOT NULL,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  account_id text NOT NULL REFERENCES solo_accounts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  external_content_id text,
  content_url text NOT NULL,
  title text NOT NULL,
  content_type text NOT NULL,
  platform text NOT NULL,
  -- Where the retention clock begins.
  production_date timestamptz(3) NOT NULL,
  file_hash bytea,
  copy_state compliance_copy_state NOT NULL,
  copy_mime_type text,
  copy_bytes integer,
  kept_key text,
  kept_sha256 bytea,
  kept_at timestamptz(3),
  legal_hold boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  removed_at timestamptz(3),
  removed_by_kind text,
  removed_by_id text,
  removal_reason text,
  removal_request_id text,
  CONSTRAINT depictions_shape CHECK (
    length(external_content_id) BETWEEN 1 AND 512 AND length(content_url) <= 2048 AND length(title) BETWEEN 1 AND 2000
    AND length(platform) BETWEEN 1 AND 500 AND octet_length(file_hash) = 32),
  CONSTRAINT depictions_copy CHECK (
    (copy_state = 'missing') = (copy_mime_type IS NULL) AND (copy_state = 'missing') = (copy_bytes IS NULL) AND copy_bytes > 0
    AND (copy_state = 'stored') = (kept_key IS NOT NULL) AND (copy_state = 'stored') = (kept_at IS NOT NULL)
    AND (copy_state = 'stored') = (kept_sha256 IS NOT NULL) AND octet_length(kept_sha256) = 32),
  CONSTRAINT depictions_removed CHECK (
    (removed_at IS NULL) = (removed_by_kind IS NULL) AND (removed_at IS NULL) = (removal_reason IS NULL))
);
CREATE UNIQUE INDEX depictions_content_log_id_key ON depictions (content_log_id);
CREATE UNIQUE INDEX depictions_external_content_id ON depictions (account_id, external_content_id);
CREATE UNIQUE INDEX depictions_content_url ON depictions (account_id, content_url) WHERE external_content_id IS NULL;
CREATE INDEX depictions_partner_id_id_idx ON depictions (partner_id, id);
CREATE INDEX depictions_account_id_id_idx ON depictions (account_id, id);
CREATE INDEX depictions_partner_production ON depictions (partner_id, production_date, id);
CREATE INDEX depictions_partner_copy_state ON depictions (partner_id, copy_state, id) WHERE copy_state <> 'stored' AND removed_at IS NULL;
CREATE INDEX depictions_partner_removed ON depictions (partner_id, id) WHERE removed_at IS NOT NULL;
CREATE INDEX depictions_production ON depictions (production_date, id);
CREATE UNIQUE INDEX depictions_kept_key ON depictions (kept_key) WHERE kept_key IS NOT NULL;

-- The cross-reference that the law asks for: who appears in which depiction. Kept seven years from its own last change too,
-- so it may outlive the depiction, and then carries what it was called and where it was.
CREATE TABLE index_entries (
  depiction_id text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  production_date timestamptz(3) NOT NULL,
  last_changed_at timestamptz(3) NOT NULL,
  legal_hold boolean NOT NULL DEFAULT false,
  title text,
  content_url text,
  external_content_id text,
  PRIMARY KEY (depiction_id, user_id)
);
CREATE INDEX index_entries_user_id_depiction_id_idx ON index_entries (user_id, depiction_id);
CREATE INDEX index_entries_last_changed ON index_entries (last_changed_at);

-- Seven years from a day: a leap day's seven years end with the last day of February, not a day early.
CREATE FUNCTION seven_years_after(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN to_char(at AT TIME ZONE 'UTC', 'MMDD') = '0229'
    THEN (at AT TIME ZONE 'UTC' + interval '7 years 1 day') AT TIME ZONE 'UTC'
    ELSE (at AT TIME ZONE 'UTC' + interval '7 years') AT TIME ZONE 'UTC' END
$$;

-- No code path and no console erases a record early, moves its clock, or takes back what was kept.
CREATE FUNCTION depictions_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.legal_hold OR seven_years_after(OLD.production_date) > now() THEN
    RAISE EXCEPTION 'content records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER depictions_keep_seven_years BEFORE DELETE ON depictions FOR EACH ROW EXECUTE FUNCTION depictions_keep_seven_years();

CREATE FUNCTION depictions_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.content_log_id, NEW.account_id, NEW.production_date) IS DISTINCT FROM
     (OLD.id, OLD.content_log_id, OLD.account_id, OLD.production_date) THEN
    RAISE EXCEPTION 'what a depiction is does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'depictions_stay_true';
  END IF;
  IF OLD.copy_state = 'stored' AND (NEW.copy_state, NEW.kept_key, NEW.kept_sha256, NEW.kept_at, NEW.copy_bytes) IS DISTINCT FROM
     (OLD.copy_state, OLD.kept_key, OLD.kept_sha256, OLD.kept_at, OLD.copy_bytes) THEN
    RAISE EXCEPTION 'a stored copy does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'depictions_stay_true';
  END IF;
  IF OLD.removed_at IS NOT NULL AND (NEW.removed_at, NEW.removed_by_kind, NEW.removed_by_id, NEW.removal_reason, NEW.removal_request_id)
     IS DISTINCT FROM (OLD.removed_at, OLD.removed_by_kind, OLD.removed_by_id, OLD.removal_reason, OLD.removal_request_id) THEN
    RAISE EXCEPTION 'a removal is final' USING ERRCODE = 'check_violation', CONSTRAINT = 'depictions_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER depictions_stay_true BEFORE UPDATE ON depictions FOR EACH ROW EXECUTE FUNCTION depictions_stay_true();

CREATE FUNCTION index_entries_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.legal_hold OR seven_years_after(greatest(OLD.production_date, OLD.last_changed_at)) > now() THEN
    RAISE EXCEPTION 'index entries are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER index_entries_keep_seven_years BEFORE DELETE ON index_entries FOR EACH ROW EXECUTE FUNCTION index_entries_keep_seven_years();
CREATE TRIGGER depictions_not_truncated BEFORE TRUNCATE ON depictions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER index_entries_not_truncated BEFORE TRUNCATE ON index_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- Search by words in a title or a URL, of one partner or of all; one index, so that a record is written into one.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX depictions_search ON depictions USING gin (partner_id, title gin_trgm_ops, content_url gin_trgm_ops);
-- By the beginning of a URL or of a partner's own id. A URL may be longer than what an index takes.
CREATE INDEX depictions_url_prefix ON depictions (partner_id, left(content_url, 400) text_pattern_ops);
CREATE INDEX depictions_external_prefix ON depictions (partner_id, external_content_id text_pattern_ops) WHERE external_content_id IS NOT NULL;

-- Who a name belongs to, for the custodian.
CREATE INDEX identities_name_search ON identities USING gin (legal_name gin_trgm_ops);
CREATE INDEX person_aliases_name_search ON person_aliases USING gin (name gin_trgm_ops);
