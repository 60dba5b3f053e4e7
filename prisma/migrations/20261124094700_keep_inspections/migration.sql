-- An inspection and the productions it named stay as entered.
CREATE FUNCTION inspections_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an inspection is kept as entered' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
END $$;
CREATE TRIGGER inspections_stay BEFORE UPDATE OR DELETE ON inspections
  FOR EACH ROW EXECUTE FUNCTION inspections_stay();
CREATE TRIGGER inspection_productions_stay BEFORE UPDATE OR DELETE ON inspection_productions
  FOR EACH ROW EXECUTE FUNCTION inspections_stay();
CREATE TRIGGER inspections_not_truncated BEFORE TRUNCATE ON inspections
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER inspection_productions_not_truncated BEFORE TRUNCATE ON inspection_productions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- A production is added only in the transaction that enters the inspection.
CREATE FUNCTION inspection_productions_at_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM inspections WHERE id = NEW.inspection_id AND xmin = pg_current_xact_id()::xid) THEN
    RAISE EXCEPTION 'an inspection is kept as entered' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER inspection_productions_at_once BEFORE INSERT ON inspection_productions
  FOR EACH ROW EXECUTE FUNCTION inspection_productions_at_once();
