-- squawk-ignore-file
-- What schema.prisma can't describe: extensions, checks, partial and expression indexes, functions, triggers, storage options,
-- partitions, and the rows that every database starts with. Functions that read other tables have a fixed search path, so that they
-- always read the real ones.

CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- ─── Shared ─────────────────────────────────────────────────────────────────────────────────────────────────────

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

-- A URL as requests compare it: without scheme, credentials, "www.", port of the scheme, fragment, trailing slashes and the spaces
-- around it, host in lower case and without its trailing dot.
CREATE FUNCTION match_url(url text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(rtrim((parts)[1], '.')) || rtrim(regexp_replace(regexp_replace((parts)[2], '#.*$', ''), '^\?', '/?'), '/')
  FROM regexp_match(btrim(url, E' \t\r\n'), '^https?://(?:[^/?#]*@)?(?:www\.)?([^/?#:]+)(?::(?:80|443)(?=[/?#]|$))?(.*)$', 'i') AS parts
$$;

-- The hash of a URL as requests compare it, or of a text that isn't one.
CREATE FUNCTION match_url_hash(url text) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT sha256(convert_to(coalesce(match_url(url), url), 'UTF8'))
$$;

-- ─── Rules ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- A rule refuses a change, with the name of a constraint and a message. The rules of a table are checked in the order in which they
-- are declared. In a message, %1$s is the table, and %2$s and %3$s are a row's status before and after.
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = TG_ARGV[0],
    MESSAGE = format(TG_ARGV[1], TG_TABLE_NAME, to_jsonb(OLD) ->> 'status', to_jsonb(NEW) ->> 'status');
END $$;

CREATE FUNCTION next_rule(of_table text) RETURNS text LANGUAGE sql AS $$
  SELECT 'rule_' || to_char(coalesce(max(substr(tgname, 6)::int), 0) + 1, 'FM00') FROM pg_trigger
  WHERE tgrelid = of_table::regclass AND tgname ~ '^rule_\d+$'
$$;

-- Refuses events, if the condition holds. In 'UPDATE OR DELETE', the condition is for updates, and every deletion is refused.
CREATE PROCEDURE never(events text, of_table text, constraint_name text, message text, condition text DEFAULT 'true')
LANGUAGE plpgsql AS $$
DECLARE event text;
BEGIN
  FOREACH event IN ARRAY string_to_array(events, ' OR ') LOOP
    EXECUTE format('CREATE TRIGGER %s BEFORE %s ON %s FOR EACH ROW %s EXECUTE FUNCTION refuse(%L, %L)', next_rule(of_table), event,
      of_table, CASE WHEN event = events OR event <> 'DELETE' THEN format('WHEN (%s)', condition) END, constraint_name, message);
  END LOOP;
END $$;

-- Refuses changes of columns, if the condition holds. Updates that don't set them cost nothing. No trigger before an update may
-- change a row: it would go unseen here.
CREATE PROCEDURE fixed(events text, of_table text, constraint_name text, message text, columns text, condition text DEFAULT 'true')
LANGUAGE plpgsql AS $$
BEGIN
  CALL never(replace(events, 'UPDATE', 'UPDATE OF ' || columns), of_table, constraint_name, message, format(
    '(%s) AND (%s) IS DISTINCT FROM (%s)', condition,
    regexp_replace(columns, '(\w+)', 'NEW.\1', 'g'), regexp_replace(columns, '(\w+)', 'OLD.\1', 'g')));
END $$;

-- Makes a column, and others that go with it, the only ones that may change, once, and refuses deletions.
CREATE PROCEDURE set_once(of_table text, constraint_name text, message text, first_column text, others text DEFAULT NULL)
LANGUAGE plpgsql AS $$
DECLARE rest text := format('- %L::text[]', format('{%s}', concat_ws(',', first_column, others)));
BEGIN
  CALL never('UPDATE OR DELETE', of_table, constraint_name, message,
    format('OLD.%s IS NOT NULL OR to_jsonb(NEW) %s IS DISTINCT FROM to_jsonb(OLD) %s', first_column, rest, rest));
END $$;

-- Refuses an event by what other tables say, for rows that meet `concerned`. The condition is asked in a function: a trigger's WHEN
-- can't read tables, nor see what was committed after the statement began.
CREATE PROCEDURE never_given(event text, of_table text, constraint_name text, message text, condition text, concerned text DEFAULT 'true')
LANGUAGE plpgsql AS $$
DECLARE
  rule text := next_rule(of_table);
BEGIN
  EXECUTE format('CREATE FUNCTION %s_%s() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS %L', of_table, rule,
    format('BEGIN IF %s THEN RAISE EXCEPTION USING ERRCODE = ''check_violation'', CONSTRAINT = %L, MESSAGE = %L; END IF; RETURN %s; END',
      condition, constraint_name, message, CASE event WHEN 'DELETE' THEN 'OLD' ELSE 'NEW' END));
  EXECUTE format('CREATE TRIGGER %s BEFORE %s ON %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION %s_%s()', rule, event, of_table,
    concerned, of_table, rule);
END $$;

-- Tables of record are never truncated.
DO $$ DECLARE of_table text;
BEGIN
  FOREACH of_table IN ARRAY '{
    identities, identity_checks, identity_photos, person_keys, statement_versions, depictions, legal_holds, index_entries,
    attestations, upload_sessions, collab_scenes, scene_performers, scene_extensions, scene_publications, scene_index_entries,
    erased_scene_people, verification_jobs, scene_fees, scene_fee_charges, release_copies, signing_certificates, signing_keys,
    producers, productions, production_partners, production_performers, production_depictions, production_takedowns,
    sealed_packages, package_keys, certificate_keys, certificates, inspections, inspection_productions, removal_requests,
    removal_targets, removal_items, removal_item_targets, removal_messages, removal_decisions, removal_reports, takedowns,
    erased_depictions, platform_invoice_fees, ledger_entries, ledger_heads, storage_keys, alerts, seal_holds, age_proofs, looks}'::text[] LOOP
    EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %s EXECUTE FUNCTION refuse(%L, %L)', of_table, 'retention',
      '%1$s is a table of record and is never truncated');
  END LOOP;
END $$;

-- ─── People ─────────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE users ADD CONSTRAINT users_email_normal CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 320);

-- ─── Partners ───────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE partner_invitations ADD CONSTRAINT partner_invitations_email_normal CHECK (email = lower(btrim(email)));

ALTER TABLE api_keys ADD CONSTRAINT api_keys_shape
  CHECK (octet_length(hash) = 32 AND length(prefix) = 4 AND length(tail) = 4 AND length(name) BETWEEN 1 AND 100);

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

CALL fixed('UPDATE', 'api_keys', 'api_keys_revocation_is_final', 'a revoked key stays revoked', 'revoked_at', 'OLD.revoked_at IS NOT NULL');

-- ─── Solo accounts ──────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE solo_accounts
  ADD CONSTRAINT solo_accounts_email_normal CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 320),
  ADD CONSTRAINT solo_accounts_names_short
    CHECK (coalesce(length(first_name), 0) <= 100 AND coalesce(length(last_name), 0) <= 100),
  -- A suspended account has a reason and a date, and only a suspended one.
  ADD CONSTRAINT solo_accounts_suspended_has_reason
    CHECK ((status = 'suspended') = (suspend_reason IS NOT NULL) AND (status = 'suspended') = (suspended_at IS NOT NULL)),
  -- An active account has a person and a verification.
  ADD CONSTRAINT solo_accounts_active_is_verified
    CHECK (status <> 'active' OR (user_id IS NOT NULL AND verified_at IS NOT NULL));
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

-- A partner's latest changes of status.
CREATE INDEX solo_accounts_status_changed ON solo_accounts (partner_id, status_changed_at) WHERE status_changed_at IS NOT NULL;

-- ─── Onboarding ─────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE onboarding_links ADD CONSTRAINT onboarding_links_hash CHECK (octet_length(token_hash) = 32 AND serial > 0);

ALTER TABLE hosted_visits ADD CONSTRAINT hosted_visits_proof CHECK ((proven_by IS NULL) = (mailbox_proven_at IS NULL));
ALTER TABLE hosted_visits ALTER COLUMN pages_viewed SET NOT NULL;

-- ─── Identity ───────────────────────────────────────────────────────────────────────────────────────────────────

CREATE INDEX identities_name_search ON identities USING gin (search_fold(legal_name) gin_trgm_ops);

-- Kept for seven years from the last change, and under a legal hold for longer. No code path and no console erases earlier.
CALL never('DELETE', 'identities', 'retention', 'identity records are kept for seven years',
  $$OLD.legal_hold OR OLD.last_changed_at + interval '7 years' > now()$$);

-- A clock that could be moved would guard nothing.
CALL never('UPDATE', 'identities', 'identities_stay_true', 'the clock of an identity does not go back',
  'NEW.user_id IS DISTINCT FROM OLD.user_id OR NEW.last_changed_at < OLD.last_changed_at');

-- Only the owner lifts the legal hold of an identity: the service has no screen for it. Where one role owns and uses the tables,
-- this stops no one.
CREATE FUNCTION identities_legal_hold_stays() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
    RAISE EXCEPTION 'only the owner of the database lifts the legal hold of an identity'
      USING ERRCODE = 'insufficient_privilege', CONSTRAINT = 'identities_legal_hold_stays';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER identities_legal_hold_stays BEFORE UPDATE OF legal_hold ON identities FOR EACH ROW
  WHEN (OLD.legal_hold AND NOT NEW.legal_hold) EXECUTE FUNCTION identities_legal_hold_stays();

ALTER TABLE identity_checks
  ADD CONSTRAINT identity_checks_complete CHECK (
    status = 'draft' OR (legal_name IS NOT NULL AND facts IS NOT NULL AND submitted_at IS NOT NULL)),
  ADD CONSTRAINT identity_checks_decided CHECK ((status IN ('approved', 'rejected')) = (decided_at IS NOT NULL)),
  ADD CONSTRAINT identity_checks_reason CHECK ((status = 'rejected') = (rejection_reason IS NOT NULL)),
  ADD CONSTRAINT identity_checks_origin CHECK (num_nonnulls(account_id, performer_id) <= 1);
CREATE UNIQUE INDEX identity_checks_one_open ON identity_checks (user_id) WHERE status IN ('draft', 'submitted');

-- A decided check never changes, and outlives the scene that it was started from.
CALL never_given('UPDATE', 'identity_checks', 'identity_checks_final', 'a decided identity check does not change', $$
  to_jsonb(NEW) - 'performer_id' IS DISTINCT FROM to_jsonb(OLD) - 'performer_id'
  OR OLD.performer_id IS NULL OR NEW.performer_id IS NOT NULL
  OR EXISTS (SELECT FROM scene_performers p WHERE p.id = OLD.performer_id)$$, $$OLD.status IN ('approved', 'rejected')$$);

-- A submitted check is kept for seven years too, and as long as the person's identity.
CALL never_given('DELETE', 'identity_checks', 'retention', 'identity records are kept for seven years', $$
  greatest(OLD.updated_at, OLD.submitted_at, OLD.decided_at) + interval '7 years' > now()
  OR EXISTS (SELECT FROM identities i WHERE i.user_id = OLD.user_id AND (i.legal_hold OR i.last_changed_at + interval '7 years' > now()))$$,
  $$OLD.status <> 'draft'$$);

-- Photos of a draft may be retaken. Afterwards they are evidence, and stay as long as their check.
CALL never_given('UPDATE', 'identity_photos', 'retention', 'identity records are kept for seven years',
  $$EXISTS (SELECT FROM identity_checks c WHERE c.id = OLD.check_id AND c.status <> 'draft')$$);
CALL never_given('DELETE', 'identity_photos', 'retention', 'identity records are kept for seven years', $$
  EXISTS (SELECT FROM identity_checks c LEFT JOIN identities i ON i.user_id = c.user_id
    WHERE c.id = OLD.check_id AND c.status <> 'draft' AND (i.legal_hold OR i.last_changed_at + interval '7 years' > now()
      OR greatest(c.updated_at, c.submitted_at, c.decided_at) + interval '7 years' > now()))$$);

-- Losing a person's key means losing their material.
CALL never_given('DELETE', 'person_keys', 'retention', 'the key of kept identity records is kept',
  $$EXISTS (SELECT FROM identity_checks c WHERE c.user_id = OLD.user_id AND c.status <> 'draft')$$);

-- A wrapped key starts with the id of its master key. It is rewrapped only when the master key changes, so one that replaces
-- another under the same master key is a different key, and what the first one sealed would be lost.
CALL fixed('UPDATE', 'person_keys', 'wrapped_keys_stay', 'a wrapped key changes only with the master key', 'user_id');
CALL fixed('UPDATE', 'person_keys', 'wrapped_keys_stay', 'a wrapped key changes only with the master key', 'wrapped_key',
  'substring(OLD.wrapped_key FOR 5) IS NOT DISTINCT FROM substring(NEW.wrapped_key FOR 5)');

CREATE INDEX person_aliases_name_search ON person_aliases USING gin (search_fold(name) gin_trgm_ops);

-- ─── Statements ─────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE statements
  ADD CONSTRAINT statements_shape CHECK (
    slug ~ '^([a-z0-9]+(-[a-z0-9]+)*-)?[a-z0-9]{10}$' AND length(slug) <= 60 AND length(display_name) BETWEEN 1 AND 100
    AND length(work_title) BETWEEN 1 AND 200 AND published_version > 0),
  -- A foreign key in each direction, which Prisma can't express.
  ADD CONSTRAINT statements_published_version_fkey
    FOREIGN KEY (user_id, published_version) REFERENCES statement_versions (user_id, version);

ALTER TABLE statement_versions ADD CONSTRAINT statement_versions_version_check CHECK (version > 0);

CALL never('UPDATE OR DELETE', 'statement_versions', 'statement_versions_stay', 'what was published is kept as it was');

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
-- To find images without a fingerprint. A log call writes nothing here.
CREATE INDEX depictions_stored_images ON depictions (id) WHERE copy_state = 'stored' AND copy_mime_type LIKE 'image/%';

-- A record's flag stays up while it has a legal hold.
CALL never_given('UPDATE OF legal_hold', 'depictions', 'legal_hold_stands', 'a legal hold of this record stands',
  'EXISTS (SELECT FROM legal_holds h WHERE h.depiction_id = OLD.id AND h.lifted_at IS NULL)', 'OLD.legal_hold AND NOT NEW.legal_hold');
-- No code path and no console erases a record early, moves its clock, or takes back what was kept.
CALL never('DELETE', 'depictions', 'retention', 'content records are kept for seven years', 'must_be_kept(OLD.production_date, OLD.legal_hold)');

-- What was logged and declared never changes. Only what became of it does: its copy, from `pending` to `stored`, its removal,
-- a legal hold.
CALL fixed('UPDATE', 'depictions', 'depictions_stay_true', 'what a depiction is does not change',
  'id, content_log_id, partner_id, account_id, external_content_id, content_url, title, content_type, platform, production_date, file_hash,
  copy_mime_type, copy_bytes, created_at');
CALL fixed('UPDATE', 'depictions', 'depictions_stay_true', 'a stored copy does not change',
  'copy_state, kept_key, kept_sha256, kept_at', $$OLD.copy_state = 'stored'$$);
CALL fixed('UPDATE', 'depictions', 'depictions_stay_true', 'a removal is final',
  'removed_at, removed_by_kind, removed_by_id, removal_reason, removal_request_id', 'OLD.removed_at IS NOT NULL');

ALTER TABLE legal_holds
  ADD CONSTRAINT legal_holds_id_check CHECK (id ~ '^[0-9a-z]{25}$'),
  ADD CONSTRAINT legal_holds_lifted_whole CHECK (num_nulls(lifted_by_id, lifted_at, lifted_reason) IN (0, 3)),
  -- A legal hold is placed on a depiction or on a scene.
  ADD CONSTRAINT legal_holds_one_record CHECK (num_nonnulls(depiction_id, scene_id) = 1);
CREATE INDEX legal_holds_standing ON legal_holds (id) WHERE lifted_at IS NULL;

CALL set_once('legal_holds', 'legal_holds_stay_true', 'a legal hold is lifted once and never changes', 'lifted_at',
  'lifted_by_id, lifted_reason');

-- A legal hold of a record at this partner that names the creator keeps what they attested to.
CREATE INDEX index_entries_held ON index_entries (user_id) WHERE legal_hold;
CALL never_given('UPDATE OF legal_hold', 'index_entries', 'legal_hold_stands', 'a legal hold of this record stands',
  'EXISTS (SELECT FROM legal_holds h WHERE h.depiction_id = OLD.depiction_id AND h.lifted_at IS NULL)',
  'OLD.legal_hold AND NOT NEW.legal_hold');

-- An index entry stays at least as long as its depiction.
CALL never_given('DELETE', 'index_entries', 'retention', 'index entries are kept for seven years',
  $$must_be_kept(greatest(OLD.production_date, OLD.last_changed_at), OLD.legal_hold)
    OR EXISTS (SELECT FROM depictions d WHERE d.id = OLD.depiction_id)$$);
CALL fixed('UPDATE', 'index_entries', 'index_entries_stay_true', 'what an index entry says does not change',
  'depiction_id, user_id, partner_id, production_date');
CALL never('UPDATE', 'index_entries', 'index_entries_stay_true', 'the clock of an index entry does not go back',
  'NEW.last_changed_at < OLD.last_changed_at');
-- Written once, when the depiction is erased.
CALL fixed('UPDATE', 'index_entries', 'index_entries_stay_true', 'what an index entry says does not change',
  'title, content_url, external_content_id', 'OLD.title IS NOT NULL');

ALTER TABLE content_imports
  ADD CONSTRAINT content_imports_format_check CHECK (format IN ('csv', 'jsonl')),
  ADD CONSTRAINT content_imports_file_name_check CHECK (length(file_name) <= 255),
  ADD CONSTRAINT content_imports_file_bytes_check CHECK (file_bytes > 0),
  ADD CONSTRAINT content_imports_file_sha256_check CHECK (octet_length(file_sha256) = 32),
  ADD CONSTRAINT content_imports_discarded CHECK (discarded_at IS NULL OR (dry_run AND status = 'done'));
CREATE INDEX content_imports_checked ON content_imports (finished_at) WHERE dry_run AND status = 'done' AND discarded_at IS NULL;

ALTER TABLE content_import_findings
  ADD CONSTRAINT content_import_findings_outcome_check CHECK (outcome IN ('refused', 'repeated', 'differing', 'taken_down'));

-- ─── Attestations ───────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE attestations ADD CONSTRAINT attestations_shape CHECK (
  id ~ '^[0-9a-z]{25}$' AND text_sha256 = sha256(convert_to("text", 'UTF8')) AND length("text") > 0
  AND length(signed_name) BETWEEN 1 AND 200);

-- What someone agreed to never changes. It is deleted only after the scene, performer or session it was about, which their own
-- guards keep, and foreign keys keep one that another record refers to.
CALL never('UPDATE', 'attestations', 'attestations_stay', 'an attestation is kept as it was');
CALL never_given('DELETE', 'attestations', 'attestations_stay', 'an attestation is kept as it was', $$
  OLD.subject_kind NOT IN ('collab_scene', 'scene_performer', 'upload_session')
  OR EXISTS (SELECT FROM collab_scenes WHERE id = OLD.subject_id)
  OR EXISTS (SELECT FROM scene_performers WHERE id = OLD.subject_id)
  OR EXISTS (SELECT FROM upload_sessions WHERE id = OLD.subject_id)$$);

-- ─── Upload sessions ────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE upload_sessions
  ADD CONSTRAINT upload_sessions_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(content_id) BETWEEN 1 AND 255 AND length(content_title) BETWEEN 1 AND 500
    AND detected_face_count BETWEEN 1 AND 50 AND (path = 'collab') = (detected_face_count > 1)
    AND length(callback_url) <= 2048 AND length(redirect_url) <= 2048 AND octet_length(link_hash) = 32
    AND expires_at > created_at),
  ADD CONSTRAINT upload_sessions_completed CHECK (
    (completed_at IS NULL) = (attestation_id IS NULL)
    AND (completed_at IS NULL OR (shoot_date IS NOT NULL AND completed_at < expires_at)));
CREATE INDEX upload_sessions_open ON upload_sessions (expires_at) WHERE completed_at IS NULL;
CREATE INDEX upload_sessions_retention ON upload_sessions (greatest(shoot_date, completed_at)) WHERE completed_at IS NOT NULL;
-- Partners list the sessions that no one completed, and find them by any part of a title.
CREATE INDEX upload_sessions_uncompleted ON upload_sessions (partner_id, id) WHERE completed_at IS NULL;
CREATE INDEX upload_sessions_title_search ON upload_sessions
  USING gin (partner_id text_ops, search_fold(content_title) gin_trgm_ops) WITH (gin_pending_list_limit = 1024);

-- What a session is never changes. It is completed once, with the day of production if the partner didn't name it.
CALL fixed('UPDATE', 'upload_sessions', 'upload_sessions_stay_true', 'what an upload session is does not change',
  'id, partner_id, account_id, content_id, content_type, content_title, detected_face_count, path, callback_url, redirect_url,
  created_at, expires_at');
CALL fixed('UPDATE', 'upload_sessions', 'upload_sessions_stay_true', 'what an upload session is does not change', 'shoot_date',
  'OLD.shoot_date IS NOT NULL OR NEW.completed_at IS NULL');
CALL fixed('UPDATE', 'upload_sessions', 'upload_sessions_stay_true', 'an upload session is completed once',
  'completed_at, attestation_id', 'OLD.completed_at IS NOT NULL');

-- Whether a completed session must be kept: for seven years from the day of production or its completion, and under a hold.
CREATE FUNCTION upload_session_must_be_kept(session upload_sessions) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT must_be_kept(greatest(session.shoot_date, session.completed_at), false)
    OR EXISTS (SELECT FROM attestations t WHERE t.id = session.attestation_id AND (
      EXISTS (SELECT FROM identities i WHERE i.user_id = t.user_id AND i.legal_hold)
      OR EXISTS (SELECT FROM index_entries e WHERE e.user_id = t.user_id AND e.partner_id = session.partner_id AND e.legal_hold)
      OR EXISTS (SELECT FROM scene_index_entries e WHERE e.user_id = t.user_id AND e.partner_id = session.partner_id AND e.legal_hold)))
    -- Before its greenlight, a scene has no index entries.
    OR EXISTS (SELECT FROM collab_scenes s WHERE s.uploader_account_id = session.account_id AND s.legal_hold)
$$;

-- A completed session is kept as long as it must be. Any other until it expires.
CALL never_given('DELETE', 'upload_sessions', 'retention', 'upload sessions are kept for seven years, and under a legal hold',
  'upload_session_must_be_kept(OLD)', 'OLD.completed_at IS NOT NULL');
CALL never('DELETE', 'upload_sessions', 'retention', 'an open upload session is kept', 'OLD.completed_at IS NULL AND OLD.expires_at > now()');

-- ─── Scenes ─────────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE collab_scenes
  ADD CONSTRAINT collab_scenes_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(title) BETWEEN 1 AND 500 AND length(callback_url) <= 2048 AND expires_at > created_at),
  ADD CONSTRAINT collab_scenes_status CHECK (
    (status = 'greenlit') = (greenlit_at IS NOT NULL) AND (status = 'blocked') = (blocked_at IS NOT NULL)
    AND (status = 'blocked') = (block IS NOT NULL) AND (status = 'cancelled') = (cancelled_at IS NOT NULL)),
  -- The scene behind a verification job has no uploader and no statement of one, and no collab route reaches it.
  ADD CONSTRAINT collab_scenes_job CHECK (
    CASE WHEN is_job
      THEN num_nonnulls(uploader_account_id, attestation_id, callback_url, upload_session_id) = 0 AND shoot_date IS NOT NULL
      ELSE num_nulls(uploader_account_id, attestation_id) = 0 END);
CREATE INDEX collab_scenes_expiring ON collab_scenes (expires_at) WHERE status = 'pending_signatures';
CREATE INDEX collab_scenes_unannounced ON collab_scenes (created_at) WHERE announced_at IS NULL;
-- Custodians find scenes by any part of their title.
CREATE INDEX collab_scenes_title_search ON collab_scenes USING gin (search_fold(title) gin_trgm_ops);
-- Scenes whose seven years are over are looked for every night.
CREATE INDEX collab_scenes_retention ON collab_scenes (greatest(shoot_date, created_at), id);
CREATE INDEX collab_scenes_held ON collab_scenes (uploader_account_id) WHERE legal_hold;

-- Whether a package holds the row, or is being made of it.
CREATE FUNCTION performer_is_sealed(performer production_performers) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM sealed_packages k
    WHERE k.production_id = performer.production_id AND k.failure IS NULL AND k.revision >= performer.revision)
$$;

-- Whether a scene's records must be kept: its seven years aren't over, it is under a legal hold, it is still published, or a
-- package holds it.
CREATE FUNCTION scene_must_be_kept(scene collab_scenes) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT must_be_kept(greatest(scene.shoot_date, scene.created_at), scene.legal_hold)
    OR EXISTS (SELECT FROM scene_publications p WHERE p.scene_id = scene.id AND p.removed_at IS NULL)
    OR EXISTS (SELECT FROM production_performers p WHERE p.scene_id = scene.id AND performer_is_sealed(p))
$$;

-- A scene is kept for seven years from the shoot or from its creation, whichever is later.
CALL never_given('DELETE', 'collab_scenes', 'retention', 'scene records are kept for seven years', 'scene_must_be_kept(OLD)');
CALL never_given('UPDATE OF legal_hold', 'collab_scenes', 'legal_hold_stands', 'a legal hold of this record stands',
  'EXISTS (SELECT FROM legal_holds h WHERE h.scene_id = OLD.id AND h.lifted_at IS NULL)', 'OLD.legal_hold AND NOT NEW.legal_hold');

-- What a scene is never changes, and a final status is final.
CALL fixed('UPDATE', 'collab_scenes', 'collab_scenes_stay_true', 'what a scene is does not change',
  'id, partner_id, uploader_account_id, title, shoot_date, callback_url, upload_session_id, attestation_id, is_job, created_at, expires_at');
CALL fixed('UPDATE', 'collab_scenes', 'collab_scenes_stay_true', 'the final status of a scene does not change',
  'status, block, greenlit_at, blocked_at, cancelled_at', $$OLD.status <> 'pending_signatures'$$);
CALL fixed('UPDATE', 'collab_scenes', 'collab_scenes_stay_true', 'a scene is announced once', 'announced_at', 'OLD.announced_at IS NOT NULL');

ALTER TABLE scene_performers
  ADD CONSTRAINT scene_performers_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND "position" BETWEEN 0 AND 9 AND email = lower(email)),
  ADD CONSTRAINT scene_performers_decided CHECK (
    (signed_at IS NULL) = (release_id IS NULL) AND num_nulls(refusal_id, refused_at, refusal_reason) IN (0, 3)
    AND (refused_at IS NULL OR consented_at IS NULL) AND (consented_at IS NULL OR signed_at IS NOT NULL)
    AND (signed_at IS NULL OR user_id IS NOT NULL));
-- Signed releases, whose copies are looked for every night in batches.
CREATE INDEX scene_performers_signed ON scene_performers (id) WHERE release_id IS NOT NULL;

-- What belongs to a scene is kept as long as the scene.
CREATE FUNCTION scene_parts_keep_seven_years() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM collab_scenes s WHERE s.id = OLD.scene_id AND scene_must_be_kept(s)) THEN
    RAISE EXCEPTION 'scene records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER keep_seven_years BEFORE DELETE ON scene_performers FOR EACH ROW EXECUTE FUNCTION scene_parts_keep_seven_years();

-- Who was asked never changes, and neither does what they decided.
CALL fixed('UPDATE', 'scene_performers', 'scene_performers_stay_true', 'who performs does not change', 'id, scene_id, position, email');
CALL fixed('UPDATE', 'scene_performers', 'scene_performers_stay_true', 'who performs does not change',
  'user_id, registered_here', 'OLD.user_id IS NOT NULL');
CALL fixed('UPDATE', 'scene_performers', 'scene_performers_stay_true', 'what a performer decided does not change',
  'signed_at, release_id', 'OLD.signed_at IS NOT NULL');
CALL fixed('UPDATE', 'scene_performers', 'scene_performers_stay_true', 'what a performer decided does not change',
  'consented_at', 'OLD.consented_at IS NOT NULL');
CALL fixed('UPDATE', 'scene_performers', 'scene_performers_stay_true', 'what a performer decided does not change',
  'refused_at, refusal_id, refusal_reason, signed_at', 'OLD.refused_at IS NOT NULL');

-- Who performs is settled before the scene is announced, or with it.
CREATE FUNCTION scene_performers_before_announcement() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- A scene may be written and announced in one statement, which this runs at the end of. FOR SHARE: a parallel announcement
  -- waits, or is seen.
  PERFORM FROM collab_scenes WHERE id = NEW.scene_id AND status = 'pending_signatures'
    AND (announced_at IS NULL OR xmin = pg_current_xact_id()::xid) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'who performs is settled before a scene is announced'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_performers_stay_true';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER scene_performers_before_announcement AFTER INSERT ON scene_performers
  FOR EACH ROW EXECUTE FUNCTION scene_performers_before_announcement();

ALTER TABLE scene_extensions ADD CONSTRAINT scene_extensions_shape CHECK (id ~ '^[0-9a-z]{25}$');

-- Only a greenlit scene is extended. The scene of a job is neither extended nor published.
CALL never_given('INSERT', 'scene_extensions', 'scene_extensions_need_greenlight', 'only a greenlit scene is extended',
  $$NOT EXISTS (SELECT FROM collab_scenes WHERE id = NEW.scene_id AND status = 'greenlit' AND NOT is_job)$$);

CALL never('UPDATE', 'scene_extensions', 'scene_extensions_stay_true', 'an extension does not change');
CREATE TRIGGER keep_seven_years BEFORE DELETE ON scene_extensions FOR EACH ROW EXECUTE FUNCTION scene_parts_keep_seven_years();

ALTER TABLE scene_publications
  ADD CONSTRAINT scene_publications_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(content_url) BETWEEN 1 AND 2048 AND octet_length(depiction_sha256) = 32
    AND length(removal_reason) BETWEEN 1 AND 500),
  ADD CONSTRAINT scene_publications_removed CHECK ((removed_at IS NULL) = (removal_reason IS NULL));
CREATE INDEX scene_publications_standing ON scene_publications (scene_id) WHERE removed_at IS NULL;
CREATE INDEX scene_publications_match_url ON scene_publications USING hash (match_url(content_url));

CALL never_given('INSERT', 'scene_publications', 'scene_publications_need_permission',
  'only a greenlit scene is published, by its creator or after an extension', $$NOT EXISTS (
    SELECT FROM collab_scenes s WHERE s.id = NEW.scene_id AND s.status = 'greenlit' AND NOT s.is_job AND (s.partner_id = NEW.partner_id
      OR EXISTS (SELECT FROM scene_extensions e WHERE e.scene_id = s.id AND e.partner_id = NEW.partner_id)))$$);

-- A publication is removed once, and otherwise never changes.
CALL fixed('UPDATE', 'scene_publications', 'scene_publications_stay_true', 'what a publication is does not change',
  'id, scene_id, partner_id, content_url, depiction_sha256, published_at');
CALL fixed('UPDATE', 'scene_publications', 'scene_publications_stay_true', 'a removal is final',
  'removed_at, removal_reason', 'OLD.removed_at IS NOT NULL');
CREATE TRIGGER keep_seven_years BEFORE DELETE ON scene_publications FOR EACH ROW EXECUTE FUNCTION scene_parts_keep_seven_years();

-- Custodians find a scene by its new publication about a second later, no matter who registers it.
CREATE FUNCTION scene_publications_to_search() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO search_queue VALUES ('scene', NEW.scene_id);
  RETURN NULL;
END $$;
CREATE TRIGGER scene_publications_to_search AFTER INSERT ON scene_publications
  FOR EACH ROW EXECUTE FUNCTION scene_publications_to_search();

CREATE INDEX scene_index_entries_held ON scene_index_entries (user_id) WHERE legal_hold;

-- Only a greenlit scene has entries, and one under a legal hold passes it on. FOR SHARE: a parallel hold waits, or is seen.
CREATE FUNCTION scene_index_entries_of_greenlit() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE held boolean;
BEGIN
  SELECT legal_hold INTO held FROM collab_scenes WHERE id = NEW.scene_id AND status = 'greenlit' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'only a greenlit scene is in the index' USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_index_entries_of_greenlit';
  END IF;
  NEW.legal_hold := NEW.legal_hold OR held;
  RETURN NEW;
END $$;
CREATE TRIGGER scene_index_entries_of_greenlit BEFORE INSERT ON scene_index_entries
  FOR EACH ROW EXECUTE FUNCTION scene_index_entries_of_greenlit();

-- An entry stays at least as long as its scene, which stays at least as long as its publications.
CALL never_given('DELETE', 'scene_index_entries', 'retention', 'index entries are kept for seven years',
  $$must_be_kept(greatest(OLD.production_date, OLD.last_changed_at), OLD.legal_hold)
    OR EXISTS (SELECT FROM collab_scenes s WHERE s.id = OLD.scene_id)$$);
CALL never_given('UPDATE OF legal_hold', 'scene_index_entries', 'legal_hold_stands', 'a legal hold of this record stands',
  'EXISTS (SELECT FROM legal_holds h WHERE h.scene_id = OLD.scene_id AND h.lifted_at IS NULL)', 'OLD.legal_hold AND NOT NEW.legal_hold');
CALL fixed('UPDATE', 'scene_index_entries', 'scene_index_entries_stay_true', 'what an index entry says does not change',
  'scene_id, user_id, partner_id, production_date');
CALL never('UPDATE', 'scene_index_entries', 'scene_index_entries_stay_true', 'the clock of an index entry does not go back',
  'NEW.last_changed_at < OLD.last_changed_at');
-- Written once, when the scene is erased.
CALL fixed('UPDATE', 'scene_index_entries', 'scene_index_entries_stay_true', 'what an index entry says does not change',
  'title, content_urls', 'OLD.title IS NOT NULL');

-- The people of an erased scene that was published as a depiction. They go with the depiction.
CALL never('UPDATE', 'erased_scene_people', 'erased_scene_people_stay', 'whom a depiction shows does not change');
CALL never_given('DELETE', 'erased_scene_people', 'erased_scene_people_stay', 'whom a depiction shows does not change',
  'EXISTS (SELECT FROM depictions WHERE id = OLD.depiction_id)');

ALTER TABLE verification_jobs ADD CONSTRAINT verification_jobs_shape CHECK (
  id ~ '^[0-9a-z]{25}$' AND length(job_id) BETWEEN 1 AND 255 AND length(content_id) BETWEEN 1 AND 255);

-- A job is of a scene made for it, and of a production that its partner is linked to.
CALL never_given('INSERT', 'verification_jobs', 'verification_jobs_fit', 'a verification job has a scene of its own',
  'NOT EXISTS (SELECT FROM collab_scenes WHERE id = NEW.scene_id AND partner_id = NEW.partner_id AND is_job)');
CALL never_given('INSERT', 'verification_jobs', 'verification_jobs_fit', 'the partner is not linked to this production',
  'NOT EXISTS (SELECT FROM production_partners WHERE production_id = NEW.production_id AND partner_id = NEW.partner_id)',
  'NEW.production_id IS NOT NULL');

-- The scene is written first, so this waits for the end of the transaction.
CREATE FUNCTION collab_scenes_of_job() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM verification_jobs WHERE scene_id = NEW.id) THEN
    RAISE EXCEPTION 'the scene of a job has a job' USING ERRCODE = 'check_violation', CONSTRAINT = 'collab_scenes_of_job';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER collab_scenes_of_job AFTER INSERT ON collab_scenes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.is_job) EXECUTE FUNCTION collab_scenes_of_job();

-- A job never changes, and is kept as long as its scene.
CALL never('UPDATE', 'verification_jobs', 'verification_jobs_stay_true', 'a verification job does not change');
CREATE TRIGGER keep_seven_years BEFORE DELETE ON verification_jobs FOR EACH ROW EXECUTE FUNCTION scene_parts_keep_seven_years();

-- ─── Scene fees ─────────────────────────────────────────────────────────────────────────────────────────────────

-- An invoice keeps the fees it charged after their scene is erased, which a foreign key would forbid. `scene_fees_of_scene` and
-- `collab_scenes_without_fees` keep the scenes of all other fees.
ALTER TABLE scene_fees DROP CONSTRAINT scene_fees_scene_id_fkey;

ALTER TABLE scene_fees
  ADD CONSTRAINT scene_fees_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND scene_fee_cents >= 0 AND onboarding_fee_cents >= 0 AND extension_fee_cents >= 0 AND try >= 0
    AND (billed_to = 'uploader_card') = (payer_id IS NOT NULL) AND (status = 'invoiced') = (billed_to = 'platform_invoice')
    AND (status = 'paid') = (paid_at IS NOT NULL) AND (payment_charge_id IS NULL OR status = 'paid')),
  -- A try is always sent with the customer and card of its first call, so that a repeat can't charge twice.
  ADD CONSTRAINT scene_fees_tried CHECK (
    num_nulls(tried_at, customer_id, card_id) IN (0, 3) AND (tried_at IS NULL OR try > 0)
    AND (status = 'charging') = (next_try_at IS NOT NULL)),
  -- The partner pays for a job, by card or on its invoice.
  ADD CONSTRAINT scene_fees_kind CHECK (CASE kind
    WHEN 'scene' THEN billed_to <> 'partner_card' AND extension_fee_cents = 0
    WHEN 'extension' THEN billed_to = 'partner_card' AND scene_fee_cents = 0 AND onboarding_fee_cents = 0
    ELSE billed_to <> 'uploader_card' AND extension_fee_cents = 0 END);
CREATE INDEX scene_fees_due ON scene_fees (next_try_at) WHERE next_try_at IS NOT NULL;
-- Fees that wait for their platform's next invoice.
CREATE INDEX scene_fees_open ON scene_fees (partner_id, id) WHERE status = 'invoiced';
CREATE INDEX scene_fees_payer_mailed ON scene_fees (payer_id, mailed_at) WHERE mailed_at IS NOT NULL;
CREATE INDEX scene_fees_partner_mailed ON scene_fees (partner_id, mailed_at) WHERE mailed_at IS NOT NULL AND payer_id IS NULL;
CREATE UNIQUE INDEX scene_fees_one_scene_fee ON scene_fees (scene_id) WHERE kind <> 'extension';
CREATE TRIGGER keep_seven_years BEFORE DELETE ON scene_fees FOR EACH ROW EXECUTE FUNCTION scene_parts_keep_seven_years();

CALL fixed('UPDATE', 'scene_fees', 'scene_fees_stay_true', 'what a scene costs does not change',
  'id, kind, scene_id, partner_id, payer_id, scene_fee_cents, onboarding_fee_cents, extension_fee_cents, billed_to, created_at');
CALL never('UPDATE', 'scene_fees', 'scene_fees_stay_true', 'what a scene costs does not change', 'NEW.try < OLD.try');

CREATE FUNCTION scene_fees_of_scene() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE of_job boolean;
BEGIN
  -- After the statement, which may write the scene too. FOR KEY SHARE: a parallel erasure waits, or is seen.
  SELECT is_job INTO of_job FROM collab_scenes WHERE id = NEW.scene_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a fee is of a scene' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'scene_fees_scene_id_fkey';
  END IF;
  IF (NEW.kind = 'verification') <> of_job THEN
    RAISE EXCEPTION 'the scene of a job has the fee of a job' USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_fees_kind';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER scene_fees_of_scene AFTER INSERT ON scene_fees FOR EACH ROW EXECUTE FUNCTION scene_fees_of_scene();

CREATE FUNCTION collab_scenes_without_fees() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM scene_fees WHERE scene_id = OLD.id AND billed_to <> 'platform_invoice') THEN
    RAISE EXCEPTION 'only invoiced fees outlive their scene' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'scene_fees_scene_id_fkey';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER without_fees BEFORE DELETE ON collab_scenes FOR EACH ROW EXECUTE FUNCTION collab_scenes_without_fees();

ALTER TABLE scene_fee_charges ADD CONSTRAINT scene_fee_charges_shape CHECK (
  (status = 'refunded') = (refund_id IS NOT NULL) AND (status = 'refund_refused') = (refusal IS NOT NULL));
CREATE INDEX scene_fee_charges_refund_owed ON scene_fee_charges (created_at) WHERE status = 'refund_owed';

-- ─── Releases ───────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE release_copies ADD CONSTRAINT release_copies_shape CHECK (length(sha256) = 32 AND bytes > 0);

-- A copy never changes, and is kept as long as its scene.
CALL never('UPDATE', 'release_copies', 'release_copies_stay', 'the copy of a release does not change');
CALL never_given('DELETE', 'release_copies', 'retention', 'scene records are kept for seven years',
  $$EXISTS (SELECT FROM scene_performers p JOIN collab_scenes s ON s.id = p.scene_id WHERE p.id = OLD.performer_id AND scene_must_be_kept(s))$$);

ALTER TABLE signing_certificates
  ADD CONSTRAINT signing_certificates_shape CHECK (id ~ '^[0-9a-z]{25}$' AND sha256 = sha256(certificate));

-- Certificates prove signatures as long as anyone has a copy.
CALL never('UPDATE OR DELETE', 'signing_certificates', 'retention', 'a signing certificate is kept as it was');

-- Signing keys are sealed again when the master key changes, and otherwise never change.
CALL fixed('UPDATE OR DELETE', 'signing_keys', 'retention', 'a signing key is kept', 'id, created_at');

-- ─── Productions ────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE producers ADD CONSTRAINT producers_shape CHECK (id ~ '^[0-9a-z]{25}$' AND length(name) BETWEEN 1 AND 200);

-- A producer belongs to one person forever. Only the name changes.
CALL fixed('UPDATE', 'producers', 'producers_stay_true', 'a producer changes only their name', 'id, user_id, created_at');

ALTER TABLE producer_invitations
  ADD CONSTRAINT producer_invitations_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND octet_length(token_hash) = 32 AND expires_at > created_at
    AND (accepted_at IS NULL OR withdrawn_at IS NULL)),
  ADD CONSTRAINT producer_invitations_email_normal CHECK (email = lower(btrim(email)));
-- Invitations that wait for an answer.
CREATE INDEX producer_invitations_waiting ON producer_invitations (partner_id, id) WHERE accepted_at IS NULL AND withdrawn_at IS NULL;

-- An invitation is for one address and one link. It is answered once.
CALL fixed('UPDATE', 'producer_invitations', 'producer_invitations_stay_true', 'an invitation is answered once',
  'id, partner_id, email, token_hash, created_at, expires_at');
CALL fixed('UPDATE', 'producer_invitations', 'producer_invitations_stay_true', 'an invitation is answered once',
  'accepted_at, withdrawn_at', 'OLD.accepted_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL');

ALTER TABLE productions ADD CONSTRAINT productions_shape CHECK (
  id ~ '^[0-9a-z]{25}$' AND length(title) BETWEEN 1 AND 500 AND length(content_id) BETWEEN 1 AND 255
  AND (content_id IS NULL OR created_by_partner_id IS NOT NULL) AND (documented_at IS NOT NULL OR status <> 'documented'));
-- Custodians find productions by any part of their title.
CREATE INDEX productions_title_search ON productions USING gin (search_fold(title) gin_trgm_ops);

-- Whether a package of a production is being made.
CREATE FUNCTION production_is_sealing(id text) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM sealed_packages k WHERE k.production_id = $1 AND k.sealed_at IS NULL AND k.failure IS NULL)
$$;

-- A production is kept. What a seal covers changes only while the production is open and no package of it is made.
CALL never('DELETE', 'productions', 'retention', 'a production is kept');
CALL fixed('UPDATE', 'productions', 'productions_stay_true', 'whose a production is does not change',
  'id, producer_id, created_by_partner_id, content_id, created_at');
-- The same moves as in the service: `revoked` and `takedown_complete` are final.
CALL never('UPDATE', 'productions', 'productions_stay_true', 'a production does not go from %2$s to %3$s', $$
  NEW.status <> OLD.status AND NOT CASE OLD.status
    WHEN 'pending_documentation' THEN NEW.status IN ('documented', 'takedown_pending', 'revoked')
    WHEN 'documented' THEN NEW.status IN ('takedown_pending', 'revoked')
    ELSE OLD.status = 'takedown_pending'
  END$$);
CALL never('UPDATE', 'productions', 'productions_stay_true', 'what was sealed does not change',
  'OLD.documented_at IS NOT NULL AND NEW.documented_at IS DISTINCT FROM OLD.documented_at OR NEW.revision < OLD.revision');
CALL never_given('UPDATE', 'productions', 'production_open', 'a production changes while it is open',
  $$OLD.status NOT IN ('pending_documentation', 'documented') OR production_is_sealing(OLD.id)$$,
  '(NEW.title, NEW.production_date, NEW.revision) IS DISTINCT FROM (OLD.title, OLD.production_date, OLD.revision)');

CALL fixed('UPDATE OR DELETE', 'production_partners', 'production_partners_stay_true', 'a linked partner stays linked',
  'production_id, partner_id, linked_at');

-- A partner that is linked later finds the production's earlier revocations in its next sync, so its link is committed as quickly
-- as a revocation.
CREATE FUNCTION refuse_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF clock_timestamp() - transaction_timestamp() > interval '30 seconds' THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = TG_ARGV[0], MESSAGE = TG_ARGV[1];
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER production_partners_link_at_once AFTER INSERT ON production_partners DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refuse_late('production_partners_link_at_once', 'a link is committed within 30 seconds');

ALTER TABLE production_performers ADD CONSTRAINT production_performers_shape CHECK (id ~ '^[0-9a-z]{25}$');

-- A production names the people of a scene: those who were asked in it, and the uploader once it is greenlit.
CALL never_given('INSERT', 'production_performers', 'production_performers_are_in_scene', 'a production names the people of its scenes', $$
  NOT EXISTS (
    SELECT FROM collab_scenes s LEFT JOIN solo_accounts a ON a.id = s.uploader_account_id
      LEFT JOIN scene_performers p ON p.scene_id = s.id AND p.id = NEW.scene_performer_id
    WHERE s.id = NEW.scene_id AND (s.status = 'greenlit' OR s.uploader_account_id IS NULL)
      AND NEW.email = CASE WHEN NEW.scene_performer_id IS NULL THEN a.email ELSE p.email END)$$);

-- A scene stays in a production only once a package holds it. One that came later is a draft, and can leave.
CALL never('UPDATE', 'production_performers', 'production_performers_stay_true', 'who is in a sealed package does not change');
CALL never_given('DELETE', 'production_performers', 'production_performers_stay_true', 'who is in a sealed package does not change',
  'performer_is_sealed(OLD)');

-- For all rows of a statement at once, because a file brings 10,000.
CREATE FUNCTION production_parts_of_open() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT production_id FROM changed) c JOIN productions p ON p.id = c.production_id
    WHERE p.status NOT IN ('pending_documentation', 'documented') OR production_is_sealing(p.id)) THEN
    RAISE EXCEPTION 'a production changes while it is open' USING ERRCODE = 'check_violation', CONSTRAINT = 'production_open';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER production_performers_added_to_open AFTER INSERT ON production_performers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION production_parts_of_open();

-- A closed production takes no change. But a scene whose time is over leaves it.
CREATE FUNCTION production_performers_leave_open() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM changed c JOIN productions p ON p.id = c.production_id JOIN collab_scenes s ON s.id = c.scene_id
    WHERE (p.status NOT IN ('pending_documentation', 'documented') OR production_is_sealing(p.id)) AND scene_must_be_kept(s)) THEN
    RAISE EXCEPTION 'a production changes while it is open' USING ERRCODE = 'check_violation', CONSTRAINT = 'production_open';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER production_performers_removed_from_open AFTER DELETE ON production_performers
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION production_performers_leave_open();

ALTER TABLE production_depictions ADD CONSTRAINT production_depictions_shape CHECK (
  id ~ '^[0-9a-z]{25}$' AND length(url) BETWEEN 1 AND 2048 AND octet_length(sha256) = 32 AND length(title) BETWEEN 1 AND 500);
CREATE UNIQUE INDEX production_depictions_url_key ON production_depictions (production_id, md5(url));
CREATE INDEX production_depictions_match_url ON production_depictions USING hash (match_url(url));
CREATE INDEX production_depictions_sha256 ON production_depictions (sha256) WHERE sha256 IS NOT NULL;

CALL never('UPDATE', 'production_depictions', 'production_depictions_stay_true', 'a depiction is added or removed, but does not change');
CREATE TRIGGER production_depictions_added_to_open AFTER INSERT ON production_depictions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION production_parts_of_open();
CREATE TRIGGER production_depictions_removed_from_open AFTER DELETE ON production_depictions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION production_parts_of_open();

-- The productions of each performer that a partner may read follow the production's partners and performers.
CREATE FUNCTION partner_performers_of_performers() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO partner_performers (partner_id, email, production_id)
  SELECT DISTINCT l.partner_id, c.email, c.production_id FROM changed c JOIN production_partners l ON l.production_id = c.production_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER partner_performers_of_performers AFTER INSERT ON production_performers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION partner_performers_of_performers();

CREATE FUNCTION partner_performers_of_partners() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO partner_performers (partner_id, email, production_id)
  SELECT DISTINCT c.partner_id, m.email, c.production_id FROM changed c JOIN production_performers m ON m.production_id = c.production_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER partner_performers_of_partners AFTER INSERT ON production_partners
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION partner_performers_of_partners();

CREATE FUNCTION partner_performers_without_performers() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM partner_performers f USING changed c WHERE f.production_id = c.production_id AND f.email = c.email
    AND NOT EXISTS (SELECT FROM production_performers m WHERE m.production_id = f.production_id AND m.email = f.email);
  RETURN NULL;
END $$;
CREATE TRIGGER partner_performers_without_performers AFTER DELETE ON production_performers
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION partner_performers_without_performers();

ALTER TABLE production_takedowns
  ADD CONSTRAINT production_takedowns_shape CHECK (
    removal_request_id ~ '^[0-9a-z]{25}$' AND (confirmed_at IS NULL OR rejected_at IS NULL)),
  ADD CONSTRAINT production_takedowns_confirmed_frozen CHECK (confirmed_at IS NULL OR frozen_at IS NOT NULL);
-- What is about to freeze: few rows, which sweeps read every few minutes.
CREATE INDEX production_takedowns_unfrozen ON production_takedowns (freezes_at)
  WHERE frozen_at IS NULL AND rejected_at IS NULL;
-- When custodians were last mailed about these.
CREATE INDEX production_takedowns_alarmed_at ON production_takedowns (alarmed_at) WHERE alarmed_at IS NOT NULL;

-- A removal request is decided once. An appeal asks for the takedown again, later than the request that was rejected.
CALL fixed('UPDATE OR DELETE', 'production_takedowns', 'production_takedowns_stay_true', 'a removal request is kept',
  'production_id, removal_request_id');
CALL never('UPDATE', 'production_takedowns', 'production_takedowns_stay_true', 'a removal request is decided once', $$
  (OLD.confirmed_at IS NOT NULL OR OLD.rejected_at IS NOT NULL OR NEW.requested_at IS DISTINCT FROM OLD.requested_at)
  AND NOT (OLD.rejected_at IS NOT NULL AND NEW.rejected_at IS NULL AND NEW.confirmed_at IS NULL AND NEW.requested_at > OLD.requested_at)$$);

-- ─── Sealed packages ────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE sealed_packages
  ADD CONSTRAINT sealed_packages_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND octet_length(archive_sha256) = 32 AND (sealed_at IS NULL OR failure IS NULL)
    AND (sealed_at IS NULL) = (archive_sha256 IS NULL) AND (sealed_at IS NULL) = (bytes IS NULL)
    AND (sealed_at IS NULL) = (storage_key IS NULL) AND (sealed_at IS NULL) = (performer_count IS NULL)
    AND (sealed_at IS NULL) = (depiction_count IS NULL)),
  ADD CONSTRAINT sealed_packages_names CHECK (length(title) BETWEEN 1 AND 500 AND length(producer_name) BETWEEN 1 AND 200);
-- One package of a production is made at a time.
CREATE UNIQUE INDEX sealed_packages_open ON sealed_packages (production_id) WHERE sealed_at IS NULL AND failure IS NULL;
-- To find packages whose job was lost.
CREATE INDEX sealed_packages_waiting ON sealed_packages (requested_at) WHERE sealed_at IS NULL AND failure IS NULL;

-- A package is sealed or fails once. Certificates name its hash, so it never changes afterwards.
CALL never('DELETE', 'sealed_packages', 'retention', 'a sealed package is kept');
CALL never('UPDATE', 'sealed_packages', 'sealed_packages_stay', 'a sealed package does not change',
  'OLD.sealed_at IS NOT NULL OR OLD.failure IS NOT NULL');
CALL fixed('UPDATE', 'sealed_packages', 'sealed_packages_stay', 'a sealed package does not change',
  'id, production_id, attestation_id, revision, requested_at, title, producer_name');

-- Without its key a package can't be read, so it is kept, and rewrapped only when the master key changes.
CALL fixed('UPDATE OR DELETE', 'package_keys', 'retention', 'the key of a sealed package is kept', 'package_id, created_at');
CALL fixed('UPDATE', 'package_keys', 'wrapped_keys_stay', 'a wrapped key changes only with the master key', 'wrapped_key',
  'substring(OLD.wrapped_key FOR 5) IS NOT DISTINCT FROM substring(NEW.wrapped_key FOR 5)');

-- ─── Certificates ───────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE certificate_keys
  -- The thumbprint of RFC 7638.
  ADD CONSTRAINT certificate_keys_kid CHECK (kid = translate(encode(
    sha256(convert_to('{"e":"' || exponent || '","kty":"RSA","n":"' || modulus || '"}', 'UTF8')), 'base64'), '+/=', '-_')),
  ADD CONSTRAINT certificate_keys_times CHECK (signs_from >= created_at AND retires_at > signs_from);
-- At most one key has no successor.
CREATE UNIQUE INDEX certificate_keys_newest ON certificate_keys ((retires_at IS NULL)) WHERE retires_at IS NULL;

-- A certificate is verified with its public key as long as anyone has a copy. A key is sealed again when the master key changes,
-- and retires once.
CALL fixed('UPDATE OR DELETE', 'certificate_keys', 'retention', 'a certificate key is kept', 'kid, modulus, exponent, created_at, signs_from');
CALL fixed('UPDATE', 'certificate_keys', 'certificate_keys_stay', 'a certificate key retires once', 'retires_at', 'OLD.retires_at IS NOT NULL');

ALTER TABLE certificates
  ADD CONSTRAINT certificates_shape CHECK (
    length(id) BETWEEN 1 AND 255 AND expires_at > issued_at AND (jwt IS NULL) = (kid IS NULL)
    AND (origin = 'imported') = (jwt IS NULL) AND (origin = 'imported') = (package_id IS NULL)
    AND (origin = 'imported') = (attestation_id IS NULL)
    AND (status = 'REVOKED') = (revoked_at IS NOT NULL) AND (status = 'SUPERSEDED' OR superseded_at IS NULL OR status = 'REVOKED')
    AND (status <> 'SUPERSEDED' OR superseded_at IS NOT NULL)
    AND (listed_as IS DISTINCT FROM 'revocation' OR status = 'REVOKED')
    AND (listed_as IS DISTINCT FROM 'supersession' OR (origin = 'imported' AND status = 'SUPERSEDED'))),
  -- The reasons of the contract.
  ADD CONSTRAINT certificates_reason
    CHECK (reason = 'unspecified' OR reason = 'annual_renewal' OR reason ~ '^removal_request:.{1,64}$'),
  -- Partners find every revocation in their list, with its reason.
  ADD CONSTRAINT certificates_listed CHECK (
    (status = 'REVOKED') = (listed_as IS NOT DISTINCT FROM 'revocation') AND (listed_as IS NULL OR reason IS NOT NULL)),
  ADD CONSTRAINT certificates_superseded CHECK (superseded_by_id IS NULL OR superseded_at IS NOT NULL),
  ADD CONSTRAINT certificates_listed_at CHECK ((listed_as IS NULL) = (listed_at IS NULL)),
  -- A certificate is superseded before the one that replaces it is inserted, because only one is CURRENT.
  ALTER CONSTRAINT certificates_superseded_by_id_fkey DEFERRABLE INITIALLY DEFERRED;
CREATE UNIQUE INDEX certificates_current ON certificates (production_id) WHERE status = 'CURRENT';
CREATE INDEX certificates_ending ON certificates (expires_at) WHERE status = 'CURRENT';
-- The list of revocations, in its order.
CREATE INDEX certificates_listed_order ON certificates (coalesce(revoked_at, superseded_at), id) WHERE listed_as IS NOT NULL;
-- What a sync with `since` reads.
CREATE INDEX certificates_listed_since ON certificates (listed_at) WHERE listed_as IS NOT NULL;

-- A certificate never changes what it says, ends once, and is never deleted.
CALL never('DELETE', 'certificates', 'retention', 'a certificate is kept');
CALL fixed('UPDATE', 'certificates', 'certificates_stay_true', 'a certificate keeps what it says',
  'id, production_id, origin, package_id, attestation_id, kid, jwt, issued_at, expires_at');
-- A superseded one is revoked with the production's others. Nothing follows a revocation.
CALL fixed('UPDATE', 'certificates', 'certificates_stay_true', 'how a certificate ended does not change',
  'superseded_at, superseded_by_id, revoked_at, reason, listed_as, listed_at', 'NEW.status = OLD.status');
CALL never('UPDATE', 'certificates', 'certificates_stay_true', 'a certificate that ended stays ended',
  $$NEW.status <> OLD.status AND (OLD.status = 'REVOKED' OR NEW.status = 'CURRENT')$$);
CALL fixed('UPDATE', 'certificates', 'certificates_stay_true', 'how a certificate ended does not change',
  'superseded_at, superseded_by_id', $$OLD.status = 'SUPERSEDED'$$);

-- Only a documented production has a CURRENT certificate, about a package of its own. So none is issued after a revocation.
CREATE FUNCTION certificates_need_documentation() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  now_is production_status;
BEGIN
  -- Waits for a concurrent revocation.
  SELECT status INTO now_is FROM productions WHERE id = NEW.production_id FOR SHARE;
  IF (NEW.origin <> 'imported' OR NEW.status = 'CURRENT') AND now_is <> 'documented' THEN
    RAISE EXCEPTION 'only a documented production gets a certificate'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'certificates_need_documentation';
  END IF;
  IF NEW.package_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM sealed_packages k WHERE k.id = NEW.package_id AND k.production_id = NEW.production_id AND k.sealed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a certificate is about a sealed package of its production'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'certificates_need_documentation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER certificates_need_documentation BEFORE INSERT ON certificates
  FOR EACH ROW EXECUTE FUNCTION certificates_need_documentation();

-- A partner that synced its list reads again from a minute before its last call, so it would miss a revocation that takes longer
-- to be committed.
CREATE CONSTRAINT TRIGGER certificates_end_at_once AFTER INSERT OR UPDATE ON certificates DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.listed_as IS NOT NULL) EXECUTE FUNCTION refuse_late('certificates_end_at_once', 'a revocation is committed within 30 seconds');

-- ─── Inspections ────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE inspections ADD CONSTRAINT inspections_shape CHECK (
  id ~ '^[0-9a-z]{25}$' AND length(agency) BETWEEN 1 AND 200 AND length(inspector) BETWEEN 1 AND 200
  AND length(authority) BETWEEN 1 AND 500 AND length(shown) BETWEEN 1 AND 5000);

-- An inspection and the productions it named stay as entered.
CALL never('UPDATE OR DELETE', 'inspections', 'retention', 'an inspection is kept as entered');
CALL never('UPDATE OR DELETE', 'inspection_productions', 'retention', 'an inspection is kept as entered');

-- A production is added only in the transaction that enters the inspection.
CALL never_given('INSERT', 'inspection_productions', 'retention', 'an inspection is kept as entered',
  'NOT EXISTS (SELECT FROM inspections WHERE id = NEW.inspection_id AND xmin = pg_current_xact_id()::xid)');

-- ─── Removals ───────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE removal_drafts ADD CONSTRAINT removal_drafts_shape CHECK (
  id ~ '^[0-9a-z]{25}$' AND octet_length(token_hash) = 32 AND octet_length(link_hash) = 32
  AND (email IS NULL) = (link_hash IS NULL) AND expires_at > created_at);

ALTER TABLE removal_requests
  ADD CONSTRAINT removal_requests_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND octet_length(token_hash) = 32 AND octet_length(email_sha256) = 32
    AND deadline_at > requested_at AND (closing_by_id IS NULL) = (closing_reason IS NULL) AND (withdrawn_at IS NOT NULL) = (status = 'withdrawn')
    AND (status <> 'decided' OR decided_at IS NOT NULL)),
  ALTER COLUMN closed_by_ids SET NOT NULL;
CREATE INDEX removal_requests_queue ON removal_requests (deadline_at, id) WHERE status = 'open';
CREATE INDEX removal_requests_unsearched ON removal_requests (requested_at) WHERE searched_at IS NULL;
CREATE INDEX removal_requests_withdrawn_at_idx ON removal_requests (withdrawn_at) WHERE withdrawn_at IS NOT NULL;
-- The open requests of a mailbox, which are limited.
CREATE INDEX removal_requests_open_of_email ON removal_requests (email) WHERE status = 'open';

-- A withdrawn request stays withdrawn. An appeal or a new record opens a decided one again.
CALL never('DELETE', 'removal_requests', 'retention', 'a removal request is kept');
CALL fixed('UPDATE', 'removal_requests', 'removal_requests_stay_true', 'what was filed does not change',
  'id, legal_basis, email, email_sha256, user_id, attestation_id, draft_id, requested_at');
CALL never('UPDATE', 'removal_requests', 'removal_requests_stay_true', 'a removal request does not go from %2$s to %3$s', $$
  OLD.status = 'withdrawn' AND (NEW.status, NEW.withdrawn_at) IS DISTINCT FROM (OLD.status, OLD.withdrawn_at)
  OR OLD.status = 'decided' AND NEW.status = 'withdrawn'$$);
CALL fixed('UPDATE', 'removal_requests', 'removal_requests_stay_true', 'a removal request is appealed once', 'appealed_at',
  'OLD.appealed_at IS NOT NULL');

ALTER TABLE removal_targets ADD CONSTRAINT removal_targets_shape CHECK (
  id ~ '^[0-9a-z]{25}$' AND length(url) BETWEEN 1 AND 2048 AND octet_length(url_hash) = 32 AND octet_length(sha256) = 32
  AND (url IS NULL) = (url_hash IS NULL) AND (url IS NULL) <> (sha256 IS NULL));
CREATE UNIQUE INDEX removal_targets_url_key ON removal_targets (request_id, url_hash) WHERE url_hash IS NOT NULL;
CREATE UNIQUE INDEX removal_targets_sha256_key ON removal_targets (request_id, sha256) WHERE sha256 IS NOT NULL;

-- What was named, said, decided and reported about removals is only added to.
CALL never('UPDATE OR DELETE', 'removal_targets', 'removals_append_only', '%1$s only grows');

ALTER TABLE removal_items
  ADD CONSTRAINT removal_items_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND num_nonnulls(depiction_id, production_id, publication_id) = 1
    AND (production_id IS NULL) = (partner_id IS NOT NULL)
    AND (status IN ('confirmed', 'rejected')) = (decided_by_id IS NOT NULL)
    AND (proposed_by_id IS NULL) = (proposed_at IS NULL) AND (proposed_by_id IS NULL) = (proposed_reason IS NULL)),
  ALTER COLUMN rejected_by_ids SET NOT NULL;
CREATE UNIQUE INDEX removal_items_depiction_key ON removal_items (request_id, depiction_id) WHERE depiction_id IS NOT NULL;
CREATE UNIQUE INDEX removal_items_production_key ON removal_items (request_id, production_id) WHERE production_id IS NOT NULL;
CREATE UNIQUE INDEX removal_items_publication_key ON removal_items (request_id, publication_id) WHERE publication_id IS NOT NULL;
CREATE INDEX removal_items_suggested ON removal_items (request_id) WHERE status = 'suggested';
CREATE INDEX removal_items_depiction_id_idx ON removal_items (depiction_id) WHERE depiction_id IS NOT NULL;
CREATE INDEX removal_items_production_id_idx ON removal_items (production_id) WHERE production_id IS NOT NULL;
CREATE INDEX removal_items_publication_id_idx ON removal_items (publication_id) WHERE publication_id IS NOT NULL;

CALL never('DELETE', 'removal_items', 'retention', 'an item of a removal request is kept');
CALL fixed('UPDATE', 'removal_items', 'removal_items_stay_true', 'what an item is about does not change',
  'id, request_id, depiction_id, production_id, publication_id, partner_id, found_by, added_at');
-- The moves that the service makes. An appeal opens a rejected item.
CALL never('UPDATE', 'removal_items', 'removal_items_stay_true', 'an item does not go from %2$s to %3$s', $$
  NEW.status <> OLD.status AND NOT CASE OLD.status
    WHEN 'suggested' THEN NEW.status IN ('open', 'dismissed', 'withdrawn')
    WHEN 'open' THEN NEW.status IN ('confirmed', 'rejected', 'already_removed', 'withdrawn')
    ELSE OLD.status IN ('dismissed', 'rejected') AND NEW.status = 'open'
  END$$);
CALL never('UPDATE', 'removal_items', 'removal_items_stay_true', 'a decision is final', $$
  OLD.status = NEW.status AND OLD.status IN ('confirmed', 'rejected', 'already_removed', 'withdrawn') AND NEW IS DISTINCT FROM OLD$$);
CALL never('UPDATE', 'removal_items', 'removal_items_stay_true', 'an appeal keeps who rejected before', $$
  NEW.rejected_by_ids IS DISTINCT FROM (CASE
    WHEN OLD.status = 'rejected' AND NEW.status = 'open' THEN array_remove(ARRAY[OLD.proposed_by_id, OLD.decided_by_id], NULL)
    ELSE OLD.rejected_by_ids END)$$);
-- Who took part in the rejection only signs another custodian's proposal to reject it again.
CALL never_given('UPDATE', 'removal_items', 'removal_items_stay_true', 'another custodian decides an appeal', $$
  NEW.proposed_by_id = ANY (OLD.rejected_by_ids) OR (NEW.decided_by_id = ANY (OLD.rejected_by_ids) AND NOT (
    NEW.status = 'rejected' AND OLD.proposed_by_id IS NOT NULL AND EXISTS (
      SELECT FROM removal_requests r WHERE r.id = OLD.request_id AND r.legal_basis IN ('NCII_TAKE_IT_DOWN', 'NCII_STATE'))))$$,
  $$OLD.status = 'open'$$);
CALL never_given('UPDATE', 'removal_items', 'removal_items_stay_true', 'only an appeal opens a rejected item',
  'EXISTS (SELECT FROM removal_requests r WHERE r.id = OLD.request_id AND r.appealed_at IS NULL)',
  $$OLD.status = 'rejected' AND NEW.status = 'open'$$);
CALL never_given('UPDATE', 'removal_items', 'removal_items_two_custodians', 'a rejection of intimate images needs two custodians',
  $$EXISTS (SELECT FROM removal_requests r WHERE r.id = OLD.request_id AND r.legal_basis IN ('NCII_TAKE_IT_DOWN', 'NCII_STATE'))$$,
  $$OLD.status = 'open' AND NEW.status = 'rejected' AND (OLD.proposed_by_id IS NULL OR OLD.proposed_by_id = NEW.decided_by_id)$$);

-- Every decision is a change of an item that was undecided, so that the rules above see it.
CALL never('INSERT', 'removal_items', 'removal_items_start_undecided', 'an item starts undecided', $$
  NEW.status NOT IN ('suggested', 'open') OR NEW.rejected_by_ids <> '{}'
  OR num_nonnulls(NEW.decided_by_id, NEW.decided_at, NEW.reason, NEW.proposed_by_id, NEW.proposed_at, NEW.proposed_reason) > 0$$);

-- An erasure waits for a request that is about to name the record, and keeps it. What was erased before isn't added. The
-- trigger's name sorts after the rules of a new item, so that it skips only a valid one.
CREATE FUNCTION removal_items_still_there() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM depictions WHERE id = NEW.depiction_id FOR KEY SHARE;
  IF NEW.depiction_id IS NOT NULL AND NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER skip_if_erased BEFORE INSERT ON removal_items
  FOR EACH ROW EXECUTE FUNCTION removal_items_still_there();

CALL never('UPDATE OR DELETE', 'removal_item_targets', 'removals_append_only', '%1$s only grows');

ALTER TABLE removal_messages
  ADD CONSTRAINT removal_messages_shape CHECK (id ~ '^[0-9a-z]{25}$' AND (custodian_id IS NULL OR NOT is_appeal));
CREATE UNIQUE INDEX removal_messages_appeal_key ON removal_messages (request_id) WHERE is_appeal;
-- Words are sealed again when the master key changes.
CALL never('UPDATE OR DELETE', 'removal_messages', 'removals_append_only', '%1$s only grows',
  $$to_jsonb(NEW) - 'text' IS DISTINCT FROM to_jsonb(OLD) - 'text'$$);

ALTER TABLE removal_decisions ADD CONSTRAINT removal_decisions_shape CHECK (id ~ '^[0-9a-z]{25}$');
CALL never('UPDATE OR DELETE', 'removal_decisions', 'removals_append_only', '%1$s only grows');

ALTER TABLE removal_reports ADD CONSTRAINT removal_reports_shape CHECK (id ~ '^[0-9a-z]{25}$' AND extract(day FROM month) = 1);
CREATE UNIQUE INDEX removal_reports_month_partner_key ON removal_reports (month, partner_id) NULLS NOT DISTINCT;
CALL never('UPDATE OR DELETE', 'removal_reports', 'removals_append_only', '%1$s only grows');

ALTER TABLE takedowns ADD CONSTRAINT takedowns_shape CHECK (
  id ~ '^[0-9a-z]{25}$' AND (closed_at IS NULL) = (outcome IS NULL) AND (closed_at IS NULL) = (closed_by_kind IS NULL)
  AND (closed_at IS NULL) = (closed_by_id IS NULL) AND (checked_at IS NULL) = (checked_status IS NULL));
CREATE UNIQUE INDEX takedowns_one_open ON takedowns (item_id, partner_id) WHERE closed_at IS NULL;
CREATE INDEX takedowns_open ON takedowns (partner_id, deadline_at, id) WHERE closed_at IS NULL;
CREATE INDEX takedowns_open_deadline ON takedowns (deadline_at, id) WHERE closed_at IS NULL;
CREATE INDEX takedowns_closed_at_idx ON takedowns (closed_at) WHERE closed_at IS NOT NULL;

CALL fixed('UPDATE OR DELETE', 'takedowns', 'takedowns_stay_true', 'a deadline does not change',
  'id, item_id, partner_id, requested_at, opened_at, deadline_at');
CALL fixed('UPDATE', 'takedowns', 'takedowns_stay_true', 'a clock ends once', 'closed_at, outcome, closed_by_kind, closed_by_id',
  'OLD.closed_at IS NOT NULL');

-- A depiction is erased on time, whatever was asked about it: its partner sees when it is gone, and must not see that someone
-- asked. What a later confirmation sends is kept here.
CREATE FUNCTION keep_requested_depiction() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM removal_items i WHERE i.depiction_id = OLD.id AND i.status NOT IN ('dismissed', 'withdrawn')) THEN
    INSERT INTO erased_depictions (depiction_id, partner_id, account_id, content_log_id, external_content_id, content_url, content_type,
      title, file_hash, kept_sha256, removed_at)
    VALUES (OLD.id, OLD.partner_id, OLD.account_id, OLD.content_log_id, OLD.external_content_id, OLD.content_url, OLD.content_type,
      OLD.title, OLD.file_hash, OLD.kept_sha256, OLD.removed_at);
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER depictions_keep_requested BEFORE DELETE ON depictions FOR EACH ROW EXECUTE FUNCTION keep_requested_depiction();

CALL set_once('erased_depictions', 'retention', 'an erased depiction is removed once, and does not change', 'removed_at');

-- ─── Search ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- Every search also reads what waits to be sorted into the index, so little may wait.
CREATE INDEX search_records_text ON search_records USING gin (partner_id text_ops, text gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX search_records_file ON search_records (file_hash, partner_id) WHERE file_hash IS NOT NULL;

ALTER TABLE search_queue SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- ─── Billing ────────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE payment_customers
  ADD CONSTRAINT payment_customers_owner CHECK (num_nonnulls(user_id, partner_id) = 1),
  ADD CONSTRAINT payment_customers_card
    CHECK (num_nulls(card_id, card_brand, card_last4, card_expiry_month, card_expiry_year) IN (0, 5)),
  ADD CONSTRAINT payment_customers_looks CHECK (looks_written <= looks_begun);
CREATE UNIQUE INDEX payment_customers_user ON payment_customers (user_id) WHERE user_id IS NOT NULL AND gone_at IS NULL;
CREATE UNIQUE INDEX payment_customers_partner ON payment_customers (partner_id) WHERE partner_id IS NOT NULL AND gone_at IS NULL;
CREATE INDEX payment_customers_look_again ON payment_customers (look_again_at) WHERE look_again_at IS NOT NULL;

ALTER TABLE payment_checkouts
  ADD CONSTRAINT payment_checkouts_cents CHECK ((mode = 'subscription') = (cents IS NOT NULL) AND cents > 0);
-- One open page at a time: a double click gets the same one.
CREATE UNIQUE INDEX payment_checkouts_open ON payment_checkouts (customer_id, mode) WHERE status = 'open';

ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_processor CHECK (
  num_nulls(processor_id, status, period_end) IN (0, 3) AND (grace_ends_at IS NULL OR status = 'past_due'));
CREATE UNIQUE INDEX subscriptions_processor_id ON subscriptions (processor_id) WHERE processor_id IS NOT NULL;

ALTER TABLE subscription_refunds ADD CONSTRAINT subscription_refunds_cents_check CHECK (cents >= 0);
CREATE INDEX subscription_refunds_waiting ON subscription_refunds (customer_id) WHERE done_at IS NULL;

ALTER TABLE platform_invoices
  ADD CONSTRAINT platform_invoices_month_check CHECK (extract(day FROM month) = 1),
  ADD CONSTRAINT platform_invoices_total_cents_check CHECK (total_cents >= 0),
  ADD CONSTRAINT platform_invoices_sent CHECK (processor_id IS NULL OR customer_id IS NOT NULL),
  ADD CONSTRAINT platform_invoices_opened
    CHECK (status = 'draft' OR (processor_id IS NOT NULL AND opened_at IS NOT NULL AND due_at IS NOT NULL)),
  ADD CONSTRAINT platform_invoices_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  ADD CONSTRAINT platform_invoices_not_empty CHECK (line_count >= 0 AND scene_count >= 0 AND line_count + scene_count > 0);
CREATE UNIQUE INDEX platform_invoices_processor_id ON platform_invoices (processor_id) WHERE processor_id IS NOT NULL;
CREATE INDEX platform_invoices_next_try ON platform_invoices (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX platform_invoices_due ON platform_invoices (due_at) WHERE status IN ('open', 'uncollectible') AND settled_at IS NULL;

ALTER TABLE platform_invoice_lines
  ADD CONSTRAINT platform_invoice_lines_cents_check CHECK (cents >= 0),
  ADD CONSTRAINT platform_invoice_lines_days CHECK (starts < ends),
  ADD CONSTRAINT platform_invoice_lines_charged_days CHECK (days > 0 AND days <= ends - starts);

ALTER TABLE platform_invoice_fees ADD CONSTRAINT platform_invoice_fees_cents CHECK (cents > 0);

-- Fees are added only to an invoice that was never sent, and only those billed to its platform.
CALL never_given('INSERT', 'platform_invoice_fees', 'platform_invoice_fees_fit', 'this invoice does not charge this fee', $$NOT EXISTS (
  SELECT FROM platform_invoices i JOIN scene_fees f ON f.partner_id = i.partner_id
  WHERE i.id = NEW.invoice_id AND i.status = 'draft' AND i.customer_id IS NULL
    AND f.id = NEW.scene_fee_id AND f.billed_to = 'platform_invoice')$$);

-- What an invoice charged never changes. A void invoice keeps its fees too: they were paid another way, or given up.
CALL never('UPDATE OR DELETE', 'platform_invoice_fees', 'platform_invoice_fees_stay', 'a fee stays on its invoice');

ALTER TABLE served_days ADD CONSTRAINT served_days_in_order CHECK (first_day <= last_day);

-- ─── Webhooks ───────────────────────────────────────────────────────────────────────────────────────────────────

-- An event gets its position in the feed when someone reads the feed that far.
ALTER TABLE webhook_events ALTER COLUMN objects SET NOT NULL;
CREATE UNIQUE INDEX webhook_events_position ON webhook_events (partner_id, position) WHERE position IS NOT NULL;
CREATE INDEX webhook_events_unplaced ON webhook_events (partner_id, created_at, id) WHERE position IS NULL;
CREATE INDEX webhook_events_objects ON webhook_events USING gin (partner_id, objects);

ALTER TABLE webhook_endpoints
  ADD CONSTRAINT webhook_endpoints_shape CHECK (
    length(url) <= 2048 AND length(description) <= 200 AND told BETWEEN 0 AND 3
    AND (told = 0 OR told_at IS NOT NULL)
    AND (works_since IS NOT NULL) = (told > 0 AND failing_since IS NULL)),
  ALTER COLUMN types SET NOT NULL;
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
ALTER TABLE webhook_endpoint_hours SET (fillfactor = 50);
ALTER TABLE webhook_endpoint_hours
  ADD CONSTRAINT webhook_endpoint_hours_counts CHECK (attempts > 0 AND succeeded BETWEEN 0 AND attempts),
  ALTER COLUMN latencies SET NOT NULL;

ALTER TABLE webhook_replays ADD CONSTRAINT webhook_replays_counts CHECK (total > 0 AND done BETWEEN 0 AND total);
CREATE UNIQUE INDEX webhook_replays_one_unfinished ON webhook_replays (endpoint_id) WHERE finished_at IS NULL;

-- Writes events, and a delivery of each for every endpoint that wants it. Senders are notified when the change commits. A
-- delivery's id starts with 16 characters of its event's, so that those of one millisecond sort like their events.
CREATE FUNCTION emit_events(events json) RETURNS void LANGUAGE plpgsql STRICT AS $$
BEGIN
  INSERT INTO webhook_events (id, partner_id, type, body, objects, created_at)
  SELECT id, partner_id, type, convert_to(body, 'UTF8'), objects, at
  FROM json_to_recordset(events) AS e(id text, partner_id text, type text, body text, objects text[], at timestamptz);
  INSERT INTO webhook_deliveries (id, event_id, endpoint_id, partner_id, type, created_at, next_attempt_at)
  SELECT 'del_' || substr(e.id, 5, 16) || left(md5(e.id || w.id), 9), e.id, w.id, e.partner_id, e.type, e.at, e.at
  FROM json_to_recordset(events) AS e(id text, partner_id text, type text, at timestamptz)
  JOIN webhook_endpoints w ON w.partner_id = e.partner_id
  WHERE w.status = 'enabled' AND w.deleted_at IS NULL AND (w.types = '{}' OR e.type = ANY (w.types));
  IF FOUND THEN
    PERFORM pg_notify('webhook_deliveries', '');
  END IF;
END $$;

-- ─── Alerts, holds and proofs ───────────────────────────────────────────────────────────────────────────────────

ALTER TABLE alerts
  ADD CONSTRAINT alerts_shape CHECK (id ~ '^[0-9a-z]{25}$' AND (check_id IS NULL) = (kind = 'entered') AND subject_kind = ANY (
    CASE kind
      WHEN 'entered' THEN '{person}'::text[]
      WHEN 'rejected' THEN '{identity_check}'
      WHEN 'in_production' THEN '{production}'
      WHEN 'day_moved_back' THEN '{production}'
      ELSE '{scene_performer,upload_session}' END)),
  ADD CONSTRAINT alerts_closed_whole CHECK (num_nulls(closed_at, closed_by_id, close_reason) IN (0, 3));
CREATE INDEX alerts_open ON alerts (raised_at, id) WHERE closed_at IS NULL;
-- Once for each check and session, and for a performer once for each ID and kind.
CREATE UNIQUE INDEX alerts_one_of_subject ON alerts (subject_id) WHERE subject_kind IN ('identity_check', 'upload_session');
CREATE UNIQUE INDEX alerts_one_of_performer ON alerts (subject_id, kind, check_id) WHERE subject_kind = 'scene_performer';

CALL set_once('alerts', 'alerts_stay_true', 'an alert is closed once and never changes', 'closed_at', 'closed_by_id, close_reason');

ALTER TABLE seal_holds ADD CONSTRAINT seal_holds_released_whole
  CHECK (num_nulls(released_at, released_by_kind, released_by_id, release_reason) IN (0, 4));
CREATE UNIQUE INDEX seal_holds_one_open ON seal_holds (production_id) WHERE released_at IS NULL;

CALL set_once('seal_holds', 'seal_holds_stay_true', 'a seal hold is released once and never changes', 'released_at',
  'released_by_kind, released_by_id, release_reason');

ALTER TABLE looks
  ADD CONSTRAINT looks_shape CHECK (id ~ '^[0-9a-z]{25}$' AND (kind <> 'evidence' OR purpose IS NOT NULL)),
  ALTER COLUMN photos SET NOT NULL;

-- What was proven or seen stays.
CALL never('UPDATE OR DELETE', 'age_proofs', 'facts_stay', 'a row of %1$s never changes');
CALL never('UPDATE OR DELETE', 'looks', 'facts_stay', 'a row of %1$s never changes');

-- ─── Ledger ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- An entry stays forever, so its time must be one that a page can show.
ALTER TABLE ledger_entries
  ADD CONSTRAINT ledger_entries_at_shown CHECK (at >= '0001-01-01 00:00:00Z' AND at < '10000-01-01 00:00:00Z');
-- By actor, only people are looked up, not the keys and jobs that write most entries.
CREATE INDEX ledger_entries_people ON ledger_entries (actor_kind, actor_id, seq) WHERE actor_kind NOT IN ('partner_key', 'system');
-- What changed for a partner, without the records themselves: there may be any number of them a day.
CREATE INDEX ledger_entries_partner_changes ON ledger_entries (partner_id, seq)
  WHERE action NOT IN ('depiction.logged', 'depiction.copy_stored', 'depiction.viewed', 'depiction.erased');

CALL never('UPDATE OR DELETE', 'ledger_entries', 'ledger_append_only', 'the ledger is append-only');
CALL never('DELETE', 'ledger_heads', 'ledger_append_only', 'the ledger is append-only');

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
CREATE FUNCTION ledger_append(of_chain smallint, entries jsonb) RETURNS void
LANGUAGE plpgsql STRICT SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

-- Partitioned by UTC day. PostgreSQL partitions only a new table, which takes the place of the empty one.
ALTER TABLE request_log RENAME TO unpartitioned_request_log;
CREATE TABLE request_log (LIKE unpartitioned_request_log) PARTITION BY RANGE (at);
DROP TABLE unpartitioned_request_log;
ALTER TABLE request_log ADD PRIMARY KEY (partner_id, at, id);
CREATE INDEX request_log_api_key_id_at_idx ON request_log (api_key_id, at);
CREATE INDEX request_log_partner_id_path_at_idx ON request_log (partner_id, path text_pattern_ops, at);

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

-- Drops the request log of one day, as the owner. One statement a day, because it briefly locks the whole log.
CREATE FUNCTION request_log_drop_day(day date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('DROP TABLE IF EXISTS public.%I', 'request_log_' || to_char(day, 'YYYYMMDD'));
END $$;
REVOKE EXECUTE ON FUNCTION request_log_drop_day(date) FROM PUBLIC;

SELECT request_log_ensure_day((now() AT TIME ZONE 'UTC')::date + n) FROM generate_series(-1, 7) n;

ALTER TABLE storage_keys ADD CONSTRAINT storage_keys_id_check CHECK (id ~ '^[0-9a-z]{25}$');

-- Keys of stored objects are rewrapped when the master key changes, and otherwise never change: losing one means losing the
-- objects under it.
CALL fixed('UPDATE OR DELETE', 'storage_keys', 'retention', 'the key of stored objects is kept', 'id, created_at');
CALL fixed('UPDATE', 'storage_keys', 'wrapped_keys_stay', 'a wrapped key changes only with the master key', 'wrapped_key',
  'substring(OLD.wrapped_key FOR 5) IS NOT DISTINCT FROM substring(NEW.wrapped_key FOR 5)');

ALTER TABLE secret_fingerprints ADD CONSTRAINT secret_fingerprints_name_check CHECK (name IN ('MASTER_KEY', 'AUTH_SECRET'));
