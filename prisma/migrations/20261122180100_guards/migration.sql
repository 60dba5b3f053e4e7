-- What schema.prisma can't describe: extensions, checks, partial and expression indexes, functions, triggers, storage options,
-- and the rows that every database starts with. In the order of the schema's subjects.

CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- ─── Shared ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- Nobody truncates a table of record.
CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is a table of record and is never truncated', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
END $$;

-- When a row last changed in a way that authentication has to notice.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := clock_timestamp();
  RETURN NEW;
END $$;

-- Seven years on. For a leap day they end with the last day of February, not a day early.
CREATE FUNCTION seven_years_after(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN to_char(at AT TIME ZONE 'UTC', 'MMDD') = '0229'
    THEN (at AT TIME ZONE 'UTC' + interval '7 years 1 day') AT TIME ZONE 'UTC'
    ELSE (at AT TIME ZONE 'UTC' + interval '7 years') AT TIME ZONE 'UTC' END
$$;

-- Whether a record must be kept: its seven years aren't over, or it is under a legal hold.
CREATE FUNCTION must_be_kept(since timestamptz, legal_hold boolean) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT legal_hold OR seven_years_after(since) > now()
$$;

-- Lower case without diacritics: "zoe angstrom" finds "Zoë Ångström". Letters that only look like a marked one (ø, ß, æ) are
-- written as people without them on their keyboard type them.
CREATE FUNCTION search_fold(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(said) = length(said) THEN lower(said)
    ELSE replace(replace(replace(replace(
      translate(lower(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f]', '', 'g')), 'øłđðıς', 'olddiσ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END
$$;

-- The LIKE pattern for text that contains a word. Escaped after folding, because a letter may fold to a wildcard.
CREATE FUNCTION search_pattern(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT '%' || regexp_replace(search_fold(word), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- ─── People ─────────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE users ADD CONSTRAINT users_email_normal CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 320);

-- ─── Partners ───────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TRIGGER partners_note_change BEFORE UPDATE OF status ON partners FOR EACH ROW EXECUTE FUNCTION note_change();

ALTER TABLE partner_invitations ADD CONSTRAINT partner_invitations_email_normal CHECK (email = lower(btrim(email)));

ALTER TABLE api_keys ADD CONSTRAINT api_keys_shape
  CHECK (octet_length(hash) = 32 AND length(prefix) = 4 AND length(tail) = 4 AND length(name) BETWEEN 1 AND 100);
CREATE TRIGGER api_keys_note_change BEFORE UPDATE OF partner_id, mode, hash, expires_at, revoke_at, revoked_at ON api_keys
  FOR EACH ROW EXECUTE FUNCTION note_change();

-- A partner has at most ten active keys. The lock on the partner makes concurrent creations wait for each other.
CREATE FUNCTION api_keys_at_most_ten() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- NO KEY: provisioning, which only refers to the partner, need not wait.
  PERFORM 1 FROM partners WHERE id = NEW.partner_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM api_keys
      WHERE partner_id = NEW.partner_id AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > NEW.created_at)
        AND (revoke_at IS NULL OR revoke_at > NEW.created_at)) >= 10 THEN
    RAISE EXCEPTION 'a partner has at most 10 active keys' USING ERRCODE = 'check_violation', CONSTRAINT = 'api_keys_at_most_ten';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER api_keys_at_most_ten BEFORE INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION api_keys_at_most_ten();

CREATE FUNCTION api_keys_revocation_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    RAISE EXCEPTION 'a revoked key stays revoked' USING ERRCODE = 'check_violation', CONSTRAINT = 'api_keys_revocation_is_final';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER api_keys_revocation_is_final BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION api_keys_revocation_is_final();

-- ─── Solo accounts ──────────────────────────────────────────────────────────────────────────────────────────────

-- A suspended account has a reason and a date, and only a suspended one. An active account has a person and a verification.
ALTER TABLE solo_accounts
  ADD CONSTRAINT solo_accounts_email_normal CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 320),
  ADD CONSTRAINT solo_accounts_names_short CHECK (coalesce(length(first_name), 0) <= 100 AND coalesce(length(last_name), 0) <= 100),
  ADD CONSTRAINT solo_accounts_suspended_has_reason
    CHECK ((status = 'suspended') = (suspend_reason IS NOT NULL) AND (status = 'suspended') = (suspended_at IS NOT NULL)),
  ADD CONSTRAINT solo_accounts_active_is_verified CHECK (status <> 'active' OR (user_id IS NOT NULL AND verified_at IS NOT NULL));
CREATE INDEX solo_accounts_suspend_reason ON solo_accounts (partner_id, suspend_reason, id) WHERE suspend_reason IS NOT NULL;

ALTER TABLE account_holds ADD CONSTRAINT account_holds_reason_fits CHECK (
  (kind = 'service' AND reason IN ('manual_suspension', 'platform_deactivated'))
  OR (kind = 'partner' AND reason = 'partner_deactivated')
  OR (kind = 'platform' AND reason = 'platform_lapsed')
  OR (kind = 'subscription' AND reason = 'subscription_lapsed'));
CREATE UNIQUE INDEX account_holds_one_standing ON account_holds (account_id, kind) WHERE lifted_at IS NULL;
-- For the sweep that restores accounts once a fee is paid, and for the custodians' list.
CREATE INDEX account_holds_platform_standing ON account_holds (account_id) WHERE kind = 'platform' AND lifted_at IS NULL;
CREATE INDEX account_holds_service_standing ON account_holds (id) WHERE kind = 'service' AND lifted_at IS NULL;

ALTER TABLE link_requests ADD CONSTRAINT link_requests_decided CHECK ((decision = 'pending') = (decided_at IS NULL));

ALTER TABLE roster_changes
  ADD CONSTRAINT roster_changes_total_check CHECK (total > 0),
  ADD CONSTRAINT roster_changes_counts CHECK (changed + unchanged + refused <= total);
CREATE UNIQUE INDEX roster_changes_one_unfinished ON roster_changes (partner_id) WHERE finished_at IS NULL;
CREATE INDEX roster_change_items_waiting ON roster_change_items (change_id, account_id) WHERE code IS NULL;

-- ─── Onboarding ─────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE onboarding_links ADD CONSTRAINT onboarding_links_hash CHECK (octet_length(token_hash) = 32 AND serial > 0);
ALTER TABLE onboarding_visits ADD CONSTRAINT onboarding_visits_proof CHECK (proven_by IS NULL OR mailbox_proven_at IS NOT NULL);

-- ─── Identity ───────────────────────────────────────────────────────────────────────────────────────────────────

CREATE INDEX identities_name_search ON identities USING gin (search_fold(legal_name) gin_trgm_ops);
CREATE INDEX person_aliases_name_search ON person_aliases USING gin (search_fold(name) gin_trgm_ops);

-- Kept for seven years from the last change, and under a legal hold for longer. No code path and no console erases earlier.
CREATE FUNCTION identities_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.legal_hold OR OLD.last_changed_at + interval '7 years' > now() THEN
    RAISE EXCEPTION 'identity records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER identities_keep_seven_years BEFORE DELETE ON identities FOR EACH ROW EXECUTE FUNCTION identities_keep_seven_years();

-- A clock that could be moved would guard nothing.
CREATE FUNCTION identities_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_id IS DISTINCT FROM OLD.user_id OR NEW.last_changed_at < OLD.last_changed_at THEN
    RAISE EXCEPTION 'the clock of an identity does not go back' USING ERRCODE = 'check_violation', CONSTRAINT = 'identities_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER identities_stay_true BEFORE UPDATE ON identities FOR EACH ROW EXECUTE FUNCTION identities_stay_true();

ALTER TABLE identity_checks
  ADD CONSTRAINT identity_checks_complete CHECK (
    status = 'draft' OR (legal_name IS NOT NULL AND facts IS NOT NULL AND submitted_at IS NOT NULL)),
  ADD CONSTRAINT identity_checks_decided CHECK ((status IN ('approved', 'rejected')) = (decided_at IS NOT NULL)),
  ADD CONSTRAINT identity_checks_reason CHECK ((status = 'rejected') = (rejection_reason IS NOT NULL));
CREATE UNIQUE INDEX identity_checks_one_open ON identity_checks (user_id) WHERE status IN ('draft', 'submitted');

-- A decided check never changes.
CREATE FUNCTION identity_checks_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status IN ('approved', 'rejected') THEN
    RAISE EXCEPTION 'a decided identity check does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'identity_checks_final';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER identity_checks_final BEFORE UPDATE ON identity_checks FOR EACH ROW EXECUTE FUNCTION identity_checks_final();

-- Functions that read other tables have a fixed search path, so that they always read the real ones.
CREATE FUNCTION identity_checks_keep_seven_years() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.status = 'draft' THEN RETURN OLD; END IF;
  IF greatest(OLD.updated_at, OLD.submitted_at, OLD.decided_at) + interval '7 years' > now()
     OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = OLD.user_id AND (i.legal_hold OR i.last_changed_at + interval '7 years' > now())) THEN
    RAISE EXCEPTION 'identity records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER identity_checks_keep_seven_years BEFORE DELETE ON identity_checks FOR EACH ROW EXECUTE FUNCTION identity_checks_keep_seven_years();

-- Photos of a draft may be retaken. Afterwards they are evidence, and stay as long as their check.
CREATE FUNCTION identity_photos_are_evidence() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM identity_checks c WHERE c.id = OLD.check_id AND c.status <> 'draft'
             AND (TG_OP = 'UPDATE' OR greatest(c.updated_at, c.submitted_at, c.decided_at) + interval '7 years' > now()
                  OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = c.user_id AND (i.legal_hold OR i.last_changed_at + interval '7 years' > now())))) THEN
    RAISE EXCEPTION 'identity records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER identity_photos_are_evidence BEFORE UPDATE OR DELETE ON identity_photos FOR EACH ROW EXECUTE FUNCTION identity_photos_are_evidence();

-- Losing a person's key means losing their material.
CREATE FUNCTION person_keys_keep() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM identity_checks c WHERE c.user_id = OLD.user_id AND c.status <> 'draft') THEN
    RAISE EXCEPTION 'the key of kept identity records is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER person_keys_keep BEFORE DELETE ON person_keys FOR EACH ROW EXECUTE FUNCTION person_keys_keep();

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON identities EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON identity_checks EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON identity_photos EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON person_keys EXECUTE FUNCTION refuse_truncate();

-- ─── Statements ─────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE statements
  ADD CONSTRAINT statements_shape CHECK (
    slug ~ '^([a-z0-9]+(-[a-z0-9]+)*-)?[a-z0-9]{10}$' AND length(slug) <= 60 AND length(display_name) BETWEEN 1 AND 100
    AND length(work_title) BETWEEN 1 AND 200 AND published_version > 0),
  ADD CONSTRAINT statements_published_version_fkey
    FOREIGN KEY (user_id, published_version) REFERENCES statement_versions (user_id, version);
ALTER TABLE statement_versions ADD CONSTRAINT statement_versions_version_check CHECK (version > 0);

-- What was published is never changed and never erased.
CREATE FUNCTION statement_versions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was published is kept as it was' USING ERRCODE = 'check_violation', CONSTRAINT = 'statement_versions_stay';
END $$;
CREATE TRIGGER statement_versions_stay BEFORE UPDATE OR DELETE ON statement_versions FOR EACH ROW EXECUTE FUNCTION statement_versions_stay();
CREATE TRIGGER statement_versions_not_truncated BEFORE TRUNCATE ON statement_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- ─── Content ────────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE depictions
  ADD CONSTRAINT depictions_shape CHECK (
    length(external_content_id) BETWEEN 1 AND 512 AND length(content_url) <= 2048 AND length(title) BETWEEN 1 AND 2000
    AND length(platform) BETWEEN 1 AND 500 AND octet_length(file_hash) = 32),
  ADD CONSTRAINT depictions_copy CHECK (
    (copy_state = 'missing') = (copy_mime_type IS NULL) AND (copy_state = 'missing') = (copy_bytes IS NULL) AND copy_bytes > 0
    AND (copy_state = 'stored') = (kept_key IS NOT NULL) AND (copy_state = 'stored') = (kept_at IS NOT NULL)
    AND (copy_state = 'stored') = (kept_sha256 IS NOT NULL) AND octet_length(kept_sha256) = 32),
  ADD CONSTRAINT depictions_removed CHECK (
    (removed_at IS NULL) = (removed_by_kind IS NULL) AND (removed_at IS NULL) = (removal_reason IS NULL));
CREATE UNIQUE INDEX depictions_content_url ON depictions (account_id, content_url) WHERE external_content_id IS NULL;
CREATE UNIQUE INDEX depictions_kept_key ON depictions (kept_key) WHERE kept_key IS NOT NULL;
CREATE INDEX depictions_partner_copy_state ON depictions (partner_id, copy_state, id) WHERE copy_state <> 'stored' AND removed_at IS NULL;
CREATE INDEX depictions_partner_removed ON depictions (partner_id, id) WHERE removed_at IS NOT NULL;
-- Search by the hash of a stored copy reads it here: most copies are stored after their record was written to search_records.
CREATE INDEX depictions_kept_sha256 ON depictions (kept_sha256, partner_id) WHERE kept_sha256 IS NOT NULL;

-- No code path and no console erases a record early, moves its clock, or takes back what was kept.
CREATE FUNCTION depictions_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF must_be_kept(OLD.production_date, OLD.legal_hold) THEN
    RAISE EXCEPTION 'content records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER depictions_keep_seven_years BEFORE DELETE ON depictions FOR EACH ROW EXECUTE FUNCTION depictions_keep_seven_years();

-- What was logged and declared never changes. Only what became of it does: its copy, from `pending` to `stored`, its removal,
-- a legal hold.
CREATE FUNCTION depictions_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.content_log_id, NEW.partner_id, NEW.account_id, NEW.external_content_id, NEW.content_url, NEW.title, NEW.content_type,
      NEW.platform, NEW.production_date, NEW.file_hash, NEW.copy_mime_type, NEW.copy_bytes, NEW.created_at) IS DISTINCT FROM
     (OLD.id, OLD.content_log_id, OLD.partner_id, OLD.account_id, OLD.external_content_id, OLD.content_url, OLD.title, OLD.content_type,
      OLD.platform, OLD.production_date, OLD.file_hash, OLD.copy_mime_type, OLD.copy_bytes, OLD.created_at) THEN
    RAISE EXCEPTION 'what a depiction is does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'depictions_stay_true';
  END IF;
  IF OLD.copy_state = 'stored' AND (NEW.copy_state, NEW.kept_key, NEW.kept_sha256, NEW.kept_at) IS DISTINCT FROM
     (OLD.copy_state, OLD.kept_key, OLD.kept_sha256, OLD.kept_at) THEN
    RAISE EXCEPTION 'a stored copy does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'depictions_stay_true';
  END IF;
  IF OLD.removed_at IS NOT NULL AND (NEW.removed_at, NEW.removed_by_kind, NEW.removed_by_id, NEW.removal_reason, NEW.removal_request_id)
     IS DISTINCT FROM (OLD.removed_at, OLD.removed_by_kind, OLD.removed_by_id, OLD.removal_reason, OLD.removal_request_id) THEN
    RAISE EXCEPTION 'a removal is final' USING ERRCODE = 'check_violation', CONSTRAINT = 'depictions_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER depictions_stay_true BEFORE UPDATE ON depictions FOR EACH ROW EXECUTE FUNCTION depictions_stay_true();
CREATE TRIGGER depictions_not_truncated BEFORE TRUNCATE ON depictions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

ALTER TABLE legal_holds
  ADD CONSTRAINT legal_holds_id_check CHECK (id ~ '^[0-9a-z]{25}$'),
  ADD CONSTRAINT legal_holds_lifted_whole CHECK (num_nulls(lifted_by_id, lifted_at, lifted_reason) IN (0, 3));
CREATE INDEX legal_holds_standing ON legal_holds (id) WHERE lifted_at IS NULL;

-- A legal hold is lifted once, and otherwise never changes.
CREATE FUNCTION legal_holds_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.lifted_at IS NOT NULL OR (NEW.id, NEW.depiction_id, NEW.placed_by_id, NEW.placed_at, NEW.placed_reason)
     IS DISTINCT FROM (OLD.id, OLD.depiction_id, OLD.placed_by_id, OLD.placed_at, OLD.placed_reason) THEN
    RAISE EXCEPTION 'a legal hold is lifted once and never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'legal_holds_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER legal_holds_stay_true BEFORE UPDATE OR DELETE ON legal_holds FOR EACH ROW EXECUTE FUNCTION legal_holds_stay_true();
CREATE TRIGGER legal_holds_not_truncated BEFORE TRUNCATE ON legal_holds FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- A record's flag stays up while it has a legal hold.
CREATE FUNCTION legal_hold_stands() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE held text := CASE TG_TABLE_NAME WHEN 'depictions' THEN to_jsonb(OLD) ->> 'id' ELSE to_jsonb(OLD) ->> 'depiction_id' END;
BEGIN
  IF EXISTS (SELECT FROM legal_holds h WHERE h.depiction_id = held AND h.lifted_at IS NULL) THEN
    RAISE EXCEPTION 'a legal hold of this record stands' USING ERRCODE = 'check_violation', CONSTRAINT = 'legal_hold_stands';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER depictions_legal_hold_stands BEFORE UPDATE OF legal_hold ON depictions FOR EACH ROW
  WHEN (OLD.legal_hold AND NOT NEW.legal_hold) EXECUTE FUNCTION legal_hold_stands();
CREATE TRIGGER index_entries_legal_hold_stands BEFORE UPDATE OF legal_hold ON index_entries FOR EACH ROW
  WHEN (OLD.legal_hold AND NOT NEW.legal_hold) EXECUTE FUNCTION legal_hold_stands();

-- An index entry stays at least as long as its depiction.
CREATE FUNCTION index_entries_keep_seven_years() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF must_be_kept(greatest(OLD.production_date, OLD.last_changed_at), OLD.legal_hold)
     OR EXISTS (SELECT FROM depictions d WHERE d.id = OLD.depiction_id) THEN
    RAISE EXCEPTION 'index entries are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER index_entries_keep_seven_years BEFORE DELETE ON index_entries FOR EACH ROW EXECUTE FUNCTION index_entries_keep_seven_years();

CREATE FUNCTION index_entries_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.depiction_id, NEW.user_id, NEW.partner_id, NEW.production_date) IS DISTINCT FROM
     (OLD.depiction_id, OLD.user_id, OLD.partner_id, OLD.production_date) THEN
    RAISE EXCEPTION 'what an index entry says does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'index_entries_stay_true';
  END IF;
  IF NEW.last_changed_at < OLD.last_changed_at THEN
    RAISE EXCEPTION 'the clock of an index entry does not go back' USING ERRCODE = 'check_violation', CONSTRAINT = 'index_entries_stay_true';
  END IF;
  -- Written once, when the depiction is erased.
  IF OLD.title IS NOT NULL AND (NEW.title, NEW.content_url, NEW.external_content_id) IS DISTINCT FROM
     (OLD.title, OLD.content_url, OLD.external_content_id) THEN
    RAISE EXCEPTION 'what an index entry says does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'index_entries_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER index_entries_stay_true BEFORE UPDATE ON index_entries FOR EACH ROW EXECUTE FUNCTION index_entries_stay_true();
CREATE TRIGGER index_entries_not_truncated BEFORE TRUNCATE ON index_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

ALTER TABLE content_imports
  ADD CONSTRAINT content_imports_format_check CHECK (format IN ('csv', 'jsonl')),
  ADD CONSTRAINT content_imports_file_name_check CHECK (length(file_name) <= 255),
  ADD CONSTRAINT content_imports_file_bytes_check CHECK (file_bytes > 0),
  ADD CONSTRAINT content_imports_file_sha256_check CHECK (octet_length(file_sha256) = 32),
  ADD CONSTRAINT content_imports_discarded CHECK (discarded_at IS NULL OR (dry_run AND status = 'done'));
CREATE INDEX content_imports_checked ON content_imports (finished_at) WHERE dry_run AND status = 'done' AND discarded_at IS NULL;
ALTER TABLE content_import_findings
  ADD CONSTRAINT content_import_findings_outcome_check CHECK (outcome IN ('refused', 'repeated', 'differing', 'taken_down'));

-- ─── Search ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- Every search also reads what waits to be sorted into the index, so little may wait.
CREATE INDEX search_records_text ON search_records USING gin (partner_id text_ops, text gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX search_records_file ON search_records (file_hash, partner_id) WHERE file_hash IS NOT NULL;
ALTER TABLE search_queue SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- ─── Billing ────────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE payment_customers
  ADD CONSTRAINT payment_customers_owner CHECK (num_nonnulls(user_id, partner_id) = 1),
  ADD CONSTRAINT payment_customers_card CHECK (num_nulls(card_id, card_brand, card_last4, card_expiry_month, card_expiry_year) IN (0, 5)),
  ADD CONSTRAINT payment_customers_looks CHECK (looks_written <= looks_begun);
CREATE UNIQUE INDEX payment_customers_user ON payment_customers (user_id) WHERE user_id IS NOT NULL AND gone_at IS NULL;
CREATE UNIQUE INDEX payment_customers_partner ON payment_customers (partner_id) WHERE partner_id IS NOT NULL AND gone_at IS NULL;
CREATE INDEX payment_customers_look_again ON payment_customers (look_again_at) WHERE look_again_at IS NOT NULL;

ALTER TABLE payment_checkouts ADD CONSTRAINT payment_checkouts_cents CHECK ((mode = 'subscription') = (cents IS NOT NULL) AND cents > 0);
-- One open page at a time: a double click gets the same one.
CREATE UNIQUE INDEX payment_checkouts_open ON payment_checkouts (customer_id, mode) WHERE status = 'open';

ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_processor CHECK (
  num_nulls(processor_id, status, period_end) IN (0, 3) AND (grace_ends_at IS NULL OR status = 'past_due'));
CREATE UNIQUE INDEX subscriptions_processor_id ON subscriptions (processor_id) WHERE processor_id IS NOT NULL;

ALTER TABLE subscription_refunds ADD CONSTRAINT subscription_refunds_cents_check CHECK (cents >= 0);
CREATE INDEX subscription_refunds_waiting ON subscription_refunds (customer_id) WHERE done_at IS NULL;

ALTER TABLE platform_invoices
  ADD CONSTRAINT platform_invoices_month_check CHECK (extract(day FROM month) = 1),
  ADD CONSTRAINT platform_invoices_line_count_check CHECK (line_count > 0),
  ADD CONSTRAINT platform_invoices_total_cents_check CHECK (total_cents >= 0),
  ADD CONSTRAINT platform_invoices_sent CHECK (processor_id IS NULL OR customer_id IS NOT NULL),
  ADD CONSTRAINT platform_invoices_opened CHECK (status = 'draft' OR (processor_id IS NOT NULL AND opened_at IS NOT NULL AND due_at IS NOT NULL)),
  ADD CONSTRAINT platform_invoices_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL));
CREATE UNIQUE INDEX platform_invoices_processor_id ON platform_invoices (processor_id) WHERE processor_id IS NOT NULL;
CREATE INDEX platform_invoices_next_try ON platform_invoices (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX platform_invoices_due ON platform_invoices (due_at) WHERE status IN ('open', 'uncollectible') AND settled_at IS NULL;

ALTER TABLE platform_invoice_lines
  ADD CONSTRAINT platform_invoice_lines_cents_check CHECK (cents >= 0),
  ADD CONSTRAINT platform_invoice_lines_days CHECK (starts < ends),
  ADD CONSTRAINT platform_invoice_lines_charged_days CHECK (days > 0 AND days <= ends - starts);

ALTER TABLE served_days ADD CONSTRAINT served_days_in_order CHECK (first_day <= last_day);

-- ─── Webhooks ───────────────────────────────────────────────────────────────────────────────────────────────────

-- An event gets its position in the feed when somebody reads the feed that far.
ALTER TABLE webhook_events ALTER COLUMN objects SET NOT NULL;
CREATE UNIQUE INDEX webhook_events_position ON webhook_events (partner_id, position) WHERE position IS NOT NULL;
CREATE INDEX webhook_events_unplaced ON webhook_events (partner_id, created_at, id) WHERE position IS NULL;
CREATE INDEX webhook_events_objects ON webhook_events USING gin (partner_id, objects);

ALTER TABLE webhook_endpoints
  ALTER COLUMN types SET NOT NULL,
  ADD CONSTRAINT webhook_endpoints_shape CHECK (
    length(url) <= 2048 AND length(description) <= 200 AND told BETWEEN 0 AND 3
    AND (told = 0 OR told_at IS NOT NULL)
    AND (works_since IS NOT NULL) = (told > 0 AND failing_since IS NULL));
CREATE INDEX webhook_endpoints_deleted_at_idx ON webhook_endpoints (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX webhook_secrets_one_current ON webhook_secrets (endpoint_id) WHERE retires_at IS NULL;

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_state CHECK (
  (status = 'pending') = (next_attempt_at IS NOT NULL) AND (status = 'pending') = (settled_at IS NULL)
  AND failures BETWEEN 0 AND 5);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (partner_id, id) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_endpoint_failed ON webhook_deliveries (endpoint_id, id) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_endpoint_settled ON webhook_deliveries (endpoint_id, settled_at, id) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_endpoint_waiting ON webhook_deliveries (endpoint_id, id) WHERE status = 'pending';

ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_outcome CHECK (
  (response_status IS NOT NULL OR error IS NOT NULL) AND octet_length(response_body) <= 8192);

-- Rows are updated in place with every attempt.
ALTER TABLE webhook_endpoint_hours
  SET (fillfactor = 50),
  ALTER COLUMN latencies SET NOT NULL,
  ADD CONSTRAINT webhook_endpoint_hours_counts CHECK (attempts > 0 AND succeeded BETWEEN 0 AND attempts);

ALTER TABLE webhook_replays ADD CONSTRAINT webhook_replays_counts CHECK (total > 0 AND done BETWEEN 0 AND total);
CREATE UNIQUE INDEX webhook_replays_one_unfinished ON webhook_replays (endpoint_id) WHERE finished_at IS NULL;

-- Writes events, and a delivery of each for every endpoint that wants it. Senders are notified when the change commits. A
-- delivery's id starts with its event's, so that it sorts by time.
CREATE FUNCTION emit_events(events json) RETURNS void LANGUAGE plpgsql STRICT AS $$
BEGIN
  INSERT INTO webhook_events (id, partner_id, type, body, objects, created_at)
  SELECT id, partner_id, type, convert_to(body, 'UTF8'), objects, at
  FROM json_to_recordset(events) AS e(id text, partner_id text, type text, body text, objects text[], at timestamptz);
  INSERT INTO webhook_deliveries (id, event_id, endpoint_id, partner_id, type, created_at, next_attempt_at)
  SELECT 'del_' || substr(e.id, 5, 14) || left(md5(e.id || w.id), 11), e.id, w.id, e.partner_id, e.type, e.at, e.at
  FROM json_to_recordset(events) AS e(id text, partner_id text, type text, at timestamptz)
  JOIN webhook_endpoints w ON w.partner_id = e.partner_id
  WHERE w.status = 'enabled' AND w.deleted_at IS NULL AND (w.types = '{}' OR e.type = ANY (w.types));
  IF FOUND THEN
    PERFORM pg_notify('webhook_deliveries', '');
  END IF;
END $$;

-- ─── Ledger ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- An entry stays for ever, so its time must be one that a page can show. NOT VALID, because entries from before this rule
-- aren't read again.
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_at_shown
  CHECK (at >= '0001-01-01 00:00:00Z' AND at < '10000-01-01 00:00:00Z') NOT VALID;
-- By actor, only people are looked up, not the keys and jobs that write most entries.
CREATE INDEX ledger_entries_people ON ledger_entries (actor_kind, actor_id, seq) WHERE actor_kind NOT IN ('partner_key', 'system');
-- What changed for a partner, without the records themselves: there may be any number of them a day.
CREATE INDEX ledger_entries_partner_changes ON ledger_entries (partner_id, seq)
  WHERE action NOT IN ('depiction.logged', 'depiction.copy_stored', 'depiction.viewed', 'depiction.erased');

CREATE FUNCTION ledger_entries_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_append_only';
END $$;
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_entries_append_only();
CREATE TRIGGER ledger_heads_stay BEFORE DELETE ON ledger_heads FOR EACH ROW EXECUTE FUNCTION ledger_entries_append_only();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger_entries EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger_heads EXECUTE FUNCTION refuse_truncate();

CREATE FUNCTION ledger_field(field text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(length(field) || ':' || field, '-')
$$;

-- The hash of an entry: SHA-256 of the previous hash and of each field as "<length>:<text>", "-" for null, joined by ",".
-- Lengths make the text unambiguous, so that no field can be moved into its neighbor. One expression without a subquery, so
-- that the planner can inline it.
CREATE FUNCTION ledger_hash(prev bytea, chain smallint, "position" bigint, at timestamptz, seq bigint, actor_kind text, actor_id text,
  action text, subject_kind text, subject_id text, partner_id text, reason text, request_id text, detail text) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(prev || convert_to(concat_ws(',', ledger_field(chain::text), ledger_field("position"::text),
    ledger_field(to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), ledger_field(seq::text), ledger_field(actor_kind),
    ledger_field(actor_id), ledger_field(action), ledger_field(subject_kind), ledger_field(subject_id), ledger_field(partner_id),
    ledger_field(reason), ledger_field(request_id), ledger_field(detail)), 'UTF8'))
$$;

-- Appends entries, given as a JSON array, to one chain, in their order. It runs as the owner: the application may not write to
-- the ledger itself.
CREATE FUNCTION ledger_append(of_chain smallint, entries jsonb) RETURNS void LANGUAGE plpgsql STRICT SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  head ledger_heads%ROWTYPE;
  line ledger_entries%ROWTYPE;
  lines ledger_entries[] := '{}';
BEGIN
  SELECT * INTO STRICT head FROM ledger_heads h WHERE h.chain = of_chain FOR UPDATE;
  FOR line IN SELECT * FROM jsonb_populate_recordset(NULL::ledger_entries, entries) LOOP
    line.seq := nextval('ledger_entries_seq_seq');
    line.chain := of_chain;
    line.position := head.length + 1;
    line.at := date_trunc('milliseconds', line.at);
    line.prev_hash := head.hash;
    line.hash := ledger_hash(line.prev_hash, line.chain, line.position, line.at, line.seq, line.actor_kind, line.actor_id, line.action,
      line.subject_kind, line.subject_id, line.partner_id, line.reason, line.request_id, line.detail);
    head.length := line.position;
    head.hash := line.hash;
    lines := lines || line;
  END LOOP;
  INSERT INTO ledger_entries SELECT * FROM unnest(lines);
  UPDATE ledger_heads h SET length = head.length, hash = head.hash WHERE h.chain = of_chain;
END $$;
REVOKE EXECUTE ON FUNCTION ledger_append(smallint, jsonb) FROM PUBLIC;

-- Many chains, so that concurrent changes seldom wait for each other.
INSERT INTO ledger_heads (chain, length, hash)
SELECT n, 0, sha256(convert_to('ledger chain ' || n, 'UTF8')) FROM generate_series(0, 63) n;

-- ─── Operations ─────────────────────────────────────────────────────────────────────────────────────────────────

-- Most calls are a GET or a POST that succeeds. Only the others are worth an index of their own, so most rows pay for none.
CREATE INDEX request_log_refused ON request_log (partner_id, status_class, at, id) WHERE status_class <> 2;
CREATE INDEX request_log_refused_status ON request_log (partner_id, status, at, id) WHERE status_class <> 2;
CREATE INDEX request_log_rare_methods ON request_log (partner_id, method, at, id) WHERE method NOT IN ('GET', 'POST');

-- One partition a UTC day. Creating one that exists does nothing, even when two nodes do it at once. Runs as the owner.
CREATE FUNCTION request_log_ensure_day(day date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF to_regclass('request_log_' || to_char(day, 'YYYYMMDD')) IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('request_log_partitions'));
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF request_log FOR VALUES FROM (%L) TO (%L)',
      'request_log_' || to_char(day, 'YYYYMMDD'), day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION request_log_ensure_day(date) FROM PUBLIC;
SELECT request_log_ensure_day((now() AT TIME ZONE 'UTC')::date + n) FROM generate_series(-1, 7) n;

-- Drops the request log of one day, as the owner. One statement a day, because it briefly locks the whole log.
CREATE FUNCTION request_log_drop_day(day date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('DROP TABLE IF EXISTS public.%I', 'request_log_' || to_char(day, 'YYYYMMDD'));
END $$;
REVOKE EXECUTE ON FUNCTION request_log_drop_day(date) FROM PUBLIC;

-- Keys of stored objects are rewrapped when the master key changes, and otherwise never change: losing one means losing the
-- objects under it.
ALTER TABLE storage_keys ADD CONSTRAINT storage_keys_id_check CHECK (id ~ '^[0-9a-z]{25}$');
CREATE FUNCTION storage_keys_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.id, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.created_at) THEN
    RAISE EXCEPTION 'the key of stored objects is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER storage_keys_stay BEFORE UPDATE OR DELETE ON storage_keys FOR EACH ROW EXECUTE FUNCTION storage_keys_stay();
CREATE TRIGGER storage_keys_not_truncated BEFORE TRUNCATE ON storage_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
