-- What the schema language cannot say: checks, partial uniques, triggers, partitions and the ledger's hash chain.

-- ─── Shape of values ────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE users ADD CONSTRAINT users_email_normal CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 320);
ALTER TABLE solo_accounts ADD CONSTRAINT solo_accounts_email_normal CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 320);
ALTER TABLE partner_invitations ADD CONSTRAINT partner_invitations_email_normal CHECK (email = lower(btrim(email)));
ALTER TABLE solo_accounts ADD CONSTRAINT solo_accounts_names_short
  CHECK (coalesce(length(first_name), 0) <= 100 AND coalesce(length(last_name), 0) <= 100);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_shape
  CHECK (octet_length(hash) = 32 AND length(prefix) = 4 AND length(tail) = 4 AND length(name) BETWEEN 1 AND 100);
ALTER TABLE onboarding_links ADD CONSTRAINT onboarding_links_hash CHECK (octet_length(token_hash) = 32 AND serial > 0);

-- ─── Solo accounts ──────────────────────────────────────────────────────────────────────────────────────────────

-- A reason and a date are given exactly while suspended, and an active account has a person and a verification.
ALTER TABLE solo_accounts ADD CONSTRAINT solo_accounts_suspended_has_reason
  CHECK ((status = 'suspended') = (suspend_reason IS NOT NULL) AND (status = 'suspended') = (suspended_at IS NOT NULL));
ALTER TABLE solo_accounts ADD CONSTRAINT solo_accounts_active_is_verified
  CHECK (status <> 'active' OR (user_id IS NOT NULL AND verified_at IS NOT NULL));
ALTER TABLE account_holds ADD CONSTRAINT account_holds_reason_fits CHECK (
  (kind = 'service' AND reason IN ('manual_suspension', 'platform_deactivated'))
  OR (kind = 'partner' AND reason = 'partner_deactivated')
  OR (kind = 'platform' AND reason = 'platform_lapsed')
  OR (kind = 'subscription' AND reason = 'subscription_lapsed'));
CREATE UNIQUE INDEX account_holds_one_standing ON account_holds (account_id, kind) WHERE lifted_at IS NULL;
ALTER TABLE link_requests ADD CONSTRAINT link_requests_decided CHECK ((decision = 'pending') = (decided_at IS NULL));

-- ─── Keys ───────────────────────────────────────────────────────────────────────────────────────────────────────

-- At most ten active keys for a partner. The lock on the partner makes two creations at once queue behind each other.
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

-- ─── Identity ───────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE identity_checks ADD CONSTRAINT identity_checks_complete CHECK (
  status = 'draft' OR (legal_name IS NOT NULL AND birth_date IS NOT NULL AND submitted_at IS NOT NULL));
ALTER TABLE identity_checks ADD CONSTRAINT identity_checks_decided CHECK ((status IN ('approved', 'rejected')) = (decided_at IS NOT NULL));
ALTER TABLE identity_checks ADD CONSTRAINT identity_checks_reason CHECK ((status = 'rejected') = (rejection_reason IS NOT NULL));
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

-- Seven years from the last change, and never under a legal hold. No code path and no console erases earlier.
CREATE FUNCTION identities_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.legal_hold OR OLD.last_changed_at + interval '7 years' > now() THEN
    RAISE EXCEPTION 'identity records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER identities_keep_seven_years BEFORE DELETE ON identities FOR EACH ROW EXECUTE FUNCTION identities_keep_seven_years();

CREATE FUNCTION identity_checks_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'draft' THEN RETURN OLD; END IF;
  IF greatest(OLD.updated_at, OLD.submitted_at, OLD.decided_at) + interval '7 years' > now()
     OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = OLD.user_id AND (i.legal_hold OR i.last_changed_at + interval '7 years' > now())) THEN
    RAISE EXCEPTION 'identity records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER identity_checks_keep_seven_years BEFORE DELETE ON identity_checks FOR EACH ROW EXECUTE FUNCTION identity_checks_keep_seven_years();

-- Photos of a draft may be retaken; afterwards they are evidence: neither changed nor erased while their check stands.
CREATE FUNCTION identity_photos_are_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM identity_checks c WHERE c.id = OLD.check_id AND c.status <> 'draft'
             AND (TG_OP = 'UPDATE' OR greatest(c.updated_at, c.submitted_at, c.decided_at) + interval '7 years' > now()
                  OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = c.user_id AND (i.legal_hold OR i.last_changed_at + interval '7 years' > now())))) THEN
    RAISE EXCEPTION 'identity records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER identity_photos_are_evidence BEFORE UPDATE OR DELETE ON identity_photos FOR EACH ROW EXECUTE FUNCTION identity_photos_are_evidence();

-- Losing a person's key is erasing their material.
CREATE FUNCTION person_keys_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM identity_checks c WHERE c.user_id = OLD.user_id AND c.status <> 'draft') THEN
    RAISE EXCEPTION 'the key of kept identity records is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER person_keys_keep BEFORE DELETE ON person_keys FOR EACH ROW EXECUTE FUNCTION person_keys_keep();

CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is a table of record and is never truncated', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
END $$;
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON identities EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON identity_checks EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON identity_photos EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON person_keys EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger_entries EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger_heads EXECUTE FUNCTION refuse_truncate();

-- ─── Ledger ─────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE FUNCTION ledger_entries_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_append_only';
END $$;
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_entries_append_only();
CREATE TRIGGER ledger_heads_stay BEFORE DELETE ON ledger_heads FOR EACH ROW EXECUTE FUNCTION ledger_entries_append_only();

-- The hash of a row: SHA-256 of the previous hash and of each field as "<length>:<text>", "-" for null, joined by ",".
-- Lengths make the text unambiguous, so that no field can be moved into its neighbour.
CREATE FUNCTION ledger_hash(prev bytea, chain smallint, "position" bigint, at timestamptz, VARIADIC fields text[]) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(prev || convert_to(
    (SELECT string_agg(coalesce(length(f) || ':' || f, '-'), ',' ORDER BY n)
     FROM unnest(ARRAY[chain::text, "position"::text, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')] || fields)
          WITH ORDINALITY AS t(f, n)), 'UTF8'))
$$;

-- Appends entries, given as a JSON array ordered by chain so that concurrent writers lock the heads in one order.
CREATE FUNCTION ledger_append(entries jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  e jsonb;
  head ledger_heads%ROWTYPE;
  next_hash bytea;
  next_seq bigint;
  moment timestamptz;
BEGIN
  FOR e IN SELECT value FROM jsonb_array_elements(entries) LOOP
    SELECT * INTO STRICT head FROM ledger_heads h WHERE h.chain = (e->>'chain')::smallint FOR UPDATE;
    moment := date_trunc('milliseconds', (e->>'at')::timestamptz);
    next_seq := nextval('ledger_entries_seq_seq');
    next_hash := ledger_hash(head.hash, head.chain, head.length + 1, moment, next_seq::text, e->>'actorKind', e->>'actorId', e->>'action',
      e->>'subjectKind', e->>'subjectId', e->>'partnerId', e->>'reason', e->>'requestId', e->>'detail');
    INSERT INTO ledger_entries (seq, chain, "position", at, actor_kind, actor_id, action, subject_kind, subject_id, partner_id, reason, request_id, detail, prev_hash, hash)
    VALUES (next_seq, head.chain, head.length + 1, moment, e->>'actorKind', e->>'actorId', e->>'action', e->>'subjectKind', e->>'subjectId',
      e->>'partnerId', e->>'reason', e->>'requestId', e->>'detail', head.hash, next_hash);
    UPDATE ledger_heads h SET length = head.length + 1, hash = next_hash WHERE h.chain = head.chain;
  END LOOP;
END $$;

INSERT INTO ledger_heads (chain, length, hash)
SELECT n, 0, sha256(convert_to('ledger chain ' || n, 'UTF8')) FROM generate_series(0, 63) n;

-- ─── Request log ────────────────────────────────────────────────────────────────────────────────────────────────

-- Most calls are a GET or a POST that succeeds; the index by time finds those. Only the others are worth an index of
-- their own, so that most rows pay for none.
CREATE INDEX request_log_refused ON request_log (partner_id, status_class, at, id) WHERE status_class <> 2;
CREATE INDEX request_log_refused_status ON request_log (partner_id, status, at, id) WHERE status_class <> 2;
CREATE INDEX request_log_rare_methods ON request_log (partner_id, method, at, id) WHERE method NOT IN ('GET', 'POST');

-- One partition a UTC day. Creating one that exists does nothing, also when two nodes do it at once.
CREATE FUNCTION request_log_ensure_day(day date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('request_log_' || to_char(day, 'YYYYMMDD')) IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('request_log_partitions'));
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF request_log FOR VALUES FROM (%L) TO (%L)',
      'request_log_' || to_char(day, 'YYYYMMDD'), day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
  END IF;
END $$;
SELECT request_log_ensure_day((now() AT TIME ZONE 'UTC')::date + n) FROM generate_series(-1, 7) n;
