-- Why a record is kept beyond its clock: who placed a hold, when and why, and who lifted it. The flags `legal_hold` of
-- depictions and index entries, which guard against erasing, stand while a hold of theirs does.
CREATE TABLE legal_holds (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-z]{25}$'),
  -- No foreign key: of a record that is erased, the index may still be held.
  depiction_id text NOT NULL,
  placed_by_id text NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  placed_at timestamptz(3) NOT NULL,
  placed_reason text NOT NULL,
  lifted_by_id text REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  lifted_at timestamptz(3),
  lifted_reason text,
  CONSTRAINT legal_holds_lifted_whole CHECK (num_nulls(lifted_by_id, lifted_at, lifted_reason) IN (0, 3))
);
CREATE INDEX legal_holds_depiction_id_id_idx ON legal_holds (depiction_id, id);
CREATE INDEX legal_holds_standing ON legal_holds (id) WHERE lifted_at IS NULL;

-- A hold is lifted once, and otherwise stays as it was placed.
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

-- No code path and no console frees a record while a hold of it stands.
CREATE FUNCTION legal_hold_stands() RETURNS trigger LANGUAGE plpgsql AS $$
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
