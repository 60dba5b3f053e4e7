-- Records are found by the URL or file that a claimant names, and what was decided about them stays decided.

-- The hash of a URL as requests compare it, or of a text that isn't one.
CREATE FUNCTION match_url_hash(url text) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT sha256(convert_to(coalesce(match_url(url), url), 'UTF8'))
$$;

-- From now on `search_records.url_hash` is that of `match_url_hash`. Until a record is written again, the search doesn't find it by
-- its full URL.
INSERT INTO search_queue SELECT 'depiction', id FROM search_records WHERE kind = 'depiction';

-- A withdrawn request stays withdrawn. An appeal or a new record opens a decided one again.
CREATE FUNCTION removal_requests_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a removal request is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  IF (NEW.id, NEW.legal_basis, NEW.email, NEW.email_sha256, NEW.user_id, NEW.attestation_id, NEW.draft_id, NEW.requested_at) IS DISTINCT FROM
     (OLD.id, OLD.legal_basis, OLD.email, OLD.email_sha256, OLD.user_id, OLD.attestation_id, OLD.draft_id, OLD.requested_at) THEN
    RAISE EXCEPTION 'what was filed does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'removal_requests_stay_true';
  END IF;
  IF OLD.status = 'withdrawn' AND (NEW.status, NEW.withdrawn_at) IS DISTINCT FROM (OLD.status, OLD.withdrawn_at)
     OR OLD.status = 'decided' AND NEW.status = 'withdrawn' THEN
    RAISE EXCEPTION 'a removal request does not go from % to %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'removal_requests_stay_true';
  END IF;
  IF OLD.appealed_at IS NOT NULL AND NEW.appealed_at IS DISTINCT FROM OLD.appealed_at THEN
    RAISE EXCEPTION 'a removal request is appealed once' USING ERRCODE = 'check_violation', CONSTRAINT = 'removal_requests_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER removal_requests_stay_true BEFORE UPDATE OR DELETE ON removal_requests
  FOR EACH ROW EXECUTE FUNCTION removal_requests_stay_true();

-- The moves that the service makes.
CREATE FUNCTION removal_item_moves(before removal_item_status, after removal_item_status) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT before = after OR CASE before
    WHEN 'suggested' THEN after IN ('open', 'dismissed', 'withdrawn')
    WHEN 'dismissed' THEN after = 'open'
    WHEN 'open' THEN after IN ('confirmed', 'rejected', 'already_removed', 'withdrawn')
    -- An appeal.
    WHEN 'rejected' THEN after = 'open'
    ELSE false
  END
$$;

CREATE FUNCTION removal_items_stay_true() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  request removal_requests%ROWTYPE;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'an item of a removal request is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  IF (NEW.id, NEW.request_id, NEW.depiction_id, NEW.production_id, NEW.publication_id, NEW.partner_id, NEW.found_by, NEW.added_at) IS DISTINCT FROM
     (OLD.id, OLD.request_id, OLD.depiction_id, OLD.production_id, OLD.publication_id, OLD.partner_id, OLD.found_by, OLD.added_at) THEN
    RAISE EXCEPTION 'what an item is about does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'removal_items_stay_true';
  END IF;
  IF NOT removal_item_moves(OLD.status, NEW.status) THEN
    RAISE EXCEPTION 'an item does not go from % to %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'removal_items_stay_true';
  END IF;
  IF OLD.status = NEW.status AND OLD.status IN ('confirmed', 'rejected', 'already_removed', 'withdrawn') AND NEW IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'a decision is final' USING ERRCODE = 'check_violation', CONSTRAINT = 'removal_items_stay_true';
  END IF;
  IF NEW.rejected_by_ids IS DISTINCT FROM (CASE
    WHEN OLD.status = 'rejected' AND NEW.status = 'open' THEN array_remove(ARRAY[OLD.proposed_by_id, OLD.decided_by_id], NULL)
    ELSE OLD.rejected_by_ids
  END) THEN
    RAISE EXCEPTION 'an appeal keeps who rejected before' USING ERRCODE = 'check_violation', CONSTRAINT = 'removal_items_stay_true';
  END IF;
  SELECT * INTO request FROM removal_requests r WHERE r.id = OLD.request_id;
  -- Who took part in the rejection only signs another custodian's proposal to reject it again.
  IF OLD.status = 'open' AND (NEW.proposed_by_id = ANY (OLD.rejected_by_ids) OR (NEW.decided_by_id = ANY (OLD.rejected_by_ids) AND NOT (
     NEW.status = 'rejected' AND OLD.proposed_by_id IS NOT NULL AND request.legal_basis IN ('NCII_TAKE_IT_DOWN', 'NCII_STATE')))) THEN
    RAISE EXCEPTION 'another custodian decides an appeal' USING ERRCODE = 'check_violation', CONSTRAINT = 'removal_items_stay_true';
  END IF;
  IF OLD.status = 'rejected' AND NEW.status = 'open' AND request.appealed_at IS NULL THEN
    RAISE EXCEPTION 'only an appeal opens a rejected item' USING ERRCODE = 'check_violation', CONSTRAINT = 'removal_items_stay_true';
  END IF;
  IF OLD.status = 'open' AND NEW.status = 'rejected' AND request.legal_basis IN ('NCII_TAKE_IT_DOWN', 'NCII_STATE')
     AND (OLD.proposed_by_id IS NULL OR OLD.proposed_by_id = NEW.decided_by_id) THEN
    RAISE EXCEPTION 'a rejection of intimate images needs two custodians'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'removal_items_two_custodians';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER removal_items_stay_true BEFORE UPDATE OR DELETE ON removal_items
  FOR EACH ROW EXECUTE FUNCTION removal_items_stay_true();

-- Every decision is a change of an item that was undecided, so that the rules above see it.
CREATE FUNCTION removal_items_start_undecided() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status NOT IN ('suggested', 'open')
     OR num_nonnulls(NEW.decided_by_id, NEW.decided_at, NEW.reason, NEW.proposed_by_id, NEW.proposed_at, NEW.proposed_reason) > 0
     OR NEW.rejected_by_ids <> '{}' THEN
    RAISE EXCEPTION 'an item starts undecided' USING ERRCODE = 'check_violation', CONSTRAINT = 'removal_items_start_undecided';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER removal_items_start_undecided BEFORE INSERT ON removal_items
  FOR EACH ROW EXECUTE FUNCTION removal_items_start_undecided();

-- A clock ends once.
CREATE FUNCTION takedowns_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.id, NEW.item_id, NEW.partner_id, NEW.requested_at, NEW.opened_at, NEW.deadline_at) IS DISTINCT FROM
     (OLD.id, OLD.item_id, OLD.partner_id, OLD.requested_at, OLD.opened_at, OLD.deadline_at) THEN
    RAISE EXCEPTION 'a deadline does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'takedowns_stay_true';
  END IF;
  IF OLD.closed_at IS NOT NULL AND (NEW.closed_at, NEW.outcome, NEW.closed_by_kind, NEW.closed_by_id) IS DISTINCT FROM
     (OLD.closed_at, OLD.outcome, OLD.closed_by_kind, OLD.closed_by_id) THEN
    RAISE EXCEPTION 'a clock ends once' USING ERRCODE = 'check_violation', CONSTRAINT = 'takedowns_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER takedowns_stay_true BEFORE UPDATE OR DELETE ON takedowns FOR EACH ROW EXECUTE FUNCTION takedowns_stay_true();

CREATE FUNCTION removals_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Words are sealed again when the master key changes.
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'removal_messages' AND to_jsonb(NEW) - 'text' = to_jsonb(OLD) - 'text' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% only grows', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'removals_append_only';
END $$;
CREATE TRIGGER removal_targets_append_only BEFORE UPDATE OR DELETE ON removal_targets FOR EACH ROW EXECUTE FUNCTION removals_append_only();
CREATE TRIGGER removal_messages_append_only BEFORE UPDATE OR DELETE ON removal_messages FOR EACH ROW EXECUTE FUNCTION removals_append_only();
CREATE TRIGGER removal_reports_append_only BEFORE UPDATE OR DELETE ON removal_reports FOR EACH ROW EXECUTE FUNCTION removals_append_only();
CREATE TRIGGER removal_decisions_append_only BEFORE UPDATE OR DELETE ON removal_decisions FOR EACH ROW EXECUTE FUNCTION removals_append_only();

CREATE TRIGGER removal_requests_not_truncated BEFORE TRUNCATE ON removal_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER removal_targets_not_truncated BEFORE TRUNCATE ON removal_targets FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER removal_items_not_truncated BEFORE TRUNCATE ON removal_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER removal_messages_not_truncated BEFORE TRUNCATE ON removal_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER removal_reports_not_truncated BEFORE TRUNCATE ON removal_reports FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER removal_decisions_not_truncated BEFORE TRUNCATE ON removal_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER takedowns_not_truncated BEFORE TRUNCATE ON takedowns FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- An appeal asks for a production's takedown again, later than the request that was rejected.
CREATE OR REPLACE FUNCTION production_takedowns_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.production_id, NEW.removal_request_id) IS DISTINCT FROM (OLD.production_id, OLD.removal_request_id) THEN
    RAISE EXCEPTION 'a removal request is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'production_takedowns_stay_true';
  END IF;
  IF OLD.rejected_at IS NOT NULL AND NEW.rejected_at IS NULL AND NEW.confirmed_at IS NULL AND NEW.requested_at > OLD.requested_at THEN
    RETURN NEW;
  END IF;
  IF OLD.confirmed_at IS NOT NULL OR OLD.rejected_at IS NOT NULL OR NEW.requested_at IS DISTINCT FROM OLD.requested_at THEN
    RAISE EXCEPTION 'a removal request is decided once' USING ERRCODE = 'check_violation', CONSTRAINT = 'production_takedowns_stay_true';
  END IF;
  RETURN NEW;
END $$;
