-- Facts that code decides by, in tables of their own. The ledger tells of them too, but nothing reads them there.

-- ─── Tables ─────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TYPE alert_kind AS ENUM ('entered', 'rejected', 'at_shoot', 'in_production', 'day_moved_back', 'unreadable');

CREATE TABLE alerts (
  id text PRIMARY KEY,
  kind alert_kind NOT NULL,
  person_id text NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- The person, their check, the performer of a scene, the upload session or the production. No foreign key: most are erased.
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  -- The ID that was rejected, or that proves no age.
  check_id text,
  -- In which visit the age was entered.
  visit_id text,
  raised_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  closed_by_id text REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  close_reason text
);
CREATE INDEX alerts_person_id_kind_raised_at_idx ON alerts (person_id, kind, raised_at);
CREATE INDEX alerts_subject_id_idx ON alerts (subject_id);

CREATE TYPE seal_hold_reason AS ENUM ('age_not_proven', 'day_moved_back');

CREATE TABLE seal_holds (
  -- The package that could not be sealed.
  package_id text PRIMARY KEY REFERENCES sealed_packages (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  production_id text NOT NULL REFERENCES productions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  reason seal_hold_reason NOT NULL,
  placed_at timestamptz(3) NOT NULL,
  released_at timestamptz(3),
  -- A custodian, or an operator at the console.
  released_by_kind text,
  released_by_id text,
  release_reason text
);
CREATE INDEX seal_holds_production_id_idx ON seal_holds (production_id);

CREATE TABLE age_proofs (
  production_id text NOT NULL REFERENCES productions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  person_id text NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- The first day of the production, on which they were 18.
  first_day timestamptz(3) NOT NULL,
  -- The ID that proved it. No foreign key: IDs are erased after seven years.
  check_id text NOT NULL,
  proven_at timestamptz(3) NOT NULL,
  PRIMARY KEY (production_id, person_id, first_day)
);
CREATE INDEX age_proofs_person_id_idx ON age_proofs (person_id);

-- `check`: the page of an ID check. `evidence`: its photos. `removal_request`: its page.
CREATE TYPE look_kind AS ENUM ('check', 'evidence', 'removal_request');

CREATE TABLE looks (
  id text PRIMARY KEY,
  kind look_kind NOT NULL,
  -- No foreign key: checks are erased after seven years.
  subject_id text NOT NULL,
  custodian_id text NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  purpose text,
  -- The photos that were opened.
  photos text[] DEFAULT '{}',
  looked_at timestamptz(3) NOT NULL
);
CREATE INDEX looks_subject_id_custodian_id_kind_id_idx ON looks (subject_id, custodian_id, kind, id);

-- The pages of its link that a visit has viewed.
ALTER TABLE hosted_visits ADD COLUMN pages_viewed text[] DEFAULT '{}';

-- When the status last changed.
ALTER TABLE solo_accounts ADD COLUMN status_changed_at timestamptz(3);

-- ─── Guards ─────────────────────────────────────────────────────────────────────────────────────────────────────

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

-- An alert is closed once, and otherwise never changes.
CREATE FUNCTION alerts_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE closing text[] := '{closed_at,closed_by_id,close_reason}';
BEGIN
  IF TG_OP = 'DELETE' OR OLD.closed_at IS NOT NULL OR to_jsonb(NEW) - closing IS DISTINCT FROM to_jsonb(OLD) - closing THEN
    RAISE EXCEPTION 'an alert is closed once and never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'alerts_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER alerts_stay_true BEFORE UPDATE OR DELETE ON alerts FOR EACH ROW EXECUTE FUNCTION alerts_stay_true();
CREATE TRIGGER alerts_not_truncated BEFORE TRUNCATE ON alerts FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

ALTER TABLE seal_holds ADD CONSTRAINT seal_holds_released_whole
  CHECK (num_nulls(released_at, released_by_kind, released_by_id, release_reason) IN (0, 4));
CREATE UNIQUE INDEX seal_holds_one_open ON seal_holds (production_id) WHERE released_at IS NULL;

-- A hold is released once, and otherwise never changes.
CREATE FUNCTION seal_holds_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE releasing text[] := '{released_at,released_by_kind,released_by_id,release_reason}';
BEGIN
  IF TG_OP = 'DELETE' OR OLD.released_at IS NOT NULL OR to_jsonb(NEW) - releasing IS DISTINCT FROM to_jsonb(OLD) - releasing THEN
    RAISE EXCEPTION 'a seal hold is released once and never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'seal_holds_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER seal_holds_stay_true BEFORE UPDATE OR DELETE ON seal_holds FOR EACH ROW EXECUTE FUNCTION seal_holds_stay_true();
CREATE TRIGGER seal_holds_not_truncated BEFORE TRUNCATE ON seal_holds FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

ALTER TABLE looks
  ADD CONSTRAINT looks_shape CHECK (id ~ '^[0-9a-z]{25}$' AND (kind <> 'evidence' OR purpose IS NOT NULL)),
  ALTER COLUMN photos SET NOT NULL;

-- What was proven or seen stays.
CREATE FUNCTION facts_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % never changes', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'facts_stay';
END $$;
CREATE TRIGGER age_proofs_stay BEFORE UPDATE OR DELETE ON age_proofs FOR EACH ROW EXECUTE FUNCTION facts_stay();
CREATE TRIGGER looks_stay BEFORE UPDATE OR DELETE ON looks FOR EACH ROW EXECUTE FUNCTION facts_stay();
CREATE TRIGGER age_proofs_not_truncated BEFORE TRUNCATE ON age_proofs FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER looks_not_truncated BEFORE TRUNCATE ON looks FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

ALTER TABLE hosted_visits ALTER COLUMN pages_viewed SET NOT NULL;

-- A partner's latest changes of status.
CREATE INDEX solo_accounts_status_changed ON solo_accounts (partner_id, status_changed_at) WHERE status_changed_at IS NOT NULL;

-- What only decisions read.
DROP INDEX ledger_entries_under_age;
DROP INDEX ledger_entries_under_age_at_shoot;
DROP INDEX ledger_entries_under_age_on_day;
DROP INDEX ledger_entries_age_in_production;
DROP INDEX identity_checks_under_age;
