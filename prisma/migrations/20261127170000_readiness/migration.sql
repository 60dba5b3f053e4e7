-- Where records fall short of 28 CFR Part 75, as the nightly check finds them.
CREATE TYPE readiness_subject AS ENUM ('account', 'depiction', 'scene', 'production');

-- A record that breaks a rule. No foreign keys: the check closes a gap of a record that was erased.
CREATE TABLE readiness_gaps (
  id text NOT NULL, rule text NOT NULL, about readiness_subject NOT NULL, subject_id text NOT NULL, partner_id text, producer_id text,
  found_at timestamptz(3) NOT NULL, closed_at timestamptz(3),
  CONSTRAINT readiness_gaps_pkey PRIMARY KEY (id),
  CONSTRAINT readiness_gaps_owned CHECK (partner_id IS NOT NULL OR producer_id IS NOT NULL),
  CONSTRAINT readiness_gaps_times CHECK (closed_at >= found_at));
CREATE UNIQUE INDEX readiness_gaps_one_open ON readiness_gaps (about, subject_id, rule) WHERE closed_at IS NULL;
CREATE INDEX readiness_gaps_open ON readiness_gaps (id) WHERE closed_at IS NULL;
CREATE INDEX readiness_gaps_rule ON readiness_gaps (rule, id) WHERE closed_at IS NULL;
CREATE INDEX readiness_gaps_partner ON readiness_gaps (partner_id, id) WHERE closed_at IS NULL;
CREATE INDEX readiness_gaps_producer ON readiness_gaps (producer_id, id) WHERE closed_at IS NULL;
CREATE INDEX readiness_gaps_closed ON readiness_gaps (closed_at) WHERE closed_at IS NOT NULL;
CALL never('UPDATE', 'readiness_gaps', 'readiness_gaps_stay_true', 'a gap is closed once, and does not change',
  $$OLD.closed_at IS NOT NULL OR to_jsonb(NEW) - 'closed_at' IS DISTINCT FROM to_jsonb(OLD) - 'closed_at'$$);
CALL never('DELETE', 'readiness_gaps', 'readiness_gaps_stay_true', 'an open gap is not deleted', 'OLD.closed_at IS NULL');

-- How many records of an owner a rule applied to on a day, and how many broke it. An empty id stands for none, two for the whole
-- service.
CREATE TABLE readiness_days (
  day date NOT NULL, rule text NOT NULL, partner_id text NOT NULL, producer_id text NOT NULL, checked int NOT NULL, gaps int NOT NULL,
  CONSTRAINT readiness_days_pkey PRIMARY KEY (day, rule, partner_id, producer_id),
  CONSTRAINT readiness_days_counts CHECK (gaps BETWEEN 0 AND checked));
CREATE INDEX readiness_days_partner_id_day_idx ON readiness_days (partner_id, day);
CREATE INDEX readiness_days_producer_id_day_idx ON readiness_days (producer_id, day);

-- How far a day's check came, for each kind of record: where it goes on after a crash.
CREATE TABLE readiness_runs (
  day date NOT NULL, about readiness_subject NOT NULL, reached_id text NOT NULL, started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT readiness_runs_pkey PRIMARY KEY (day, about));
CALL never('UPDATE', 'readiness_runs', 'readiness_runs_go_on', 'a check goes on, and ends once',
  'OLD.finished_at IS NOT NULL OR NEW.reached_id < OLD.reached_id');
