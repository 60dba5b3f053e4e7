-- Whether what was produced, or last changed, at that time must be kept: its seven years are not over, or a legal hold stops them.
CREATE FUNCTION must_be_kept(since timestamptz, legal_hold boolean) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT legal_hold OR seven_years_after(since) > now()
$$;

CREATE OR REPLACE FUNCTION depictions_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF must_be_kept(OLD.production_date, OLD.legal_hold) THEN
    RAISE EXCEPTION 'content records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE FUNCTION index_entries_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF must_be_kept(greatest(OLD.production_date, OLD.last_changed_at), OLD.legal_hold)
     OR EXISTS (SELECT FROM depictions d WHERE d.id = OLD.depiction_id) THEN
    RAISE EXCEPTION 'index entries are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
