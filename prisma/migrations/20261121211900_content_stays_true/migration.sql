-- What a depiction is never changes: not whose it is, not what was sent of it, not what was declared. Only what became of it
-- does: its copy from `pending` to `stored`, its removal, a legal hold.
CREATE OR REPLACE FUNCTION depictions_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Nor does who appears in what. A clock that could be moved would guard nothing.
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

-- As long as the depiction is there, for instance on a legal hold of its own, so is who appears in it.
CREATE OR REPLACE FUNCTION index_entries_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.legal_hold OR seven_years_after(greatest(OLD.production_date, OLD.last_changed_at)) > now()
     OR EXISTS (SELECT FROM depictions d WHERE d.id = OLD.depiction_id) THEN
    RAISE EXCEPTION 'index entries are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
