-- The service runs as a role that owns nothing. What only the owner may do, it asks for by functions that run as the owner:
-- each with a fixed search path, so that no caller decides what its names mean, and each for those alone who are granted it.

-- Lines are only ever appended, chained and numbered: nobody writes into the ledger itself.
ALTER FUNCTION ledger_append(smallint, jsonb) SECURITY DEFINER SET search_path = public, pg_temp;
REVOKE EXECUTE ON FUNCTION ledger_append(smallint, jsonb) FROM PUBLIC;

ALTER FUNCTION request_log_ensure_day(date) SECURITY DEFINER SET search_path = public, pg_temp;
REVOKE EXECUTE ON FUNCTION request_log_ensure_day(date) FROM PUBLIC;

-- Drops the request log of one day. A statement for each: it takes a brief lock on the whole log.
CREATE FUNCTION request_log_drop_day(day date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('DROP TABLE IF EXISTS public.%I', 'request_log_' || to_char(day, 'YYYYMMDD'));
END $$;
REVOKE EXECUTE ON FUNCTION request_log_drop_day(date) FROM PUBLIC;

-- Guards that look into other tables always look into the real ones.
ALTER FUNCTION identity_checks_keep_seven_years() SET search_path = public, pg_temp;
ALTER FUNCTION identity_photos_are_evidence() SET search_path = public, pg_temp;
ALTER FUNCTION person_keys_keep() SET search_path = public, pg_temp;
ALTER FUNCTION legal_hold_stands() SET search_path = public, pg_temp;
ALTER FUNCTION index_entries_keep_seven_years() SET search_path = public, pg_temp;

-- A clock that could be moved would guard nothing.
CREATE FUNCTION identities_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_id IS DISTINCT FROM OLD.user_id OR NEW.last_changed_at < OLD.last_changed_at THEN
    RAISE EXCEPTION 'the clock of an identity does not go back' USING ERRCODE = 'check_violation', CONSTRAINT = 'identities_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER identities_stay_true BEFORE UPDATE ON identities FOR EACH ROW EXECUTE FUNCTION identities_stay_true();
