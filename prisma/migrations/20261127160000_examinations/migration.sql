-- Examinations: records are opened to a named examiner, for a bounded time.
ALTER TYPE hosted_subject ADD VALUE 'examination' AFTER 'removal_request';

CREATE TYPE examination_profile AS ENUM ('inspector', 'acquirer', 'court', 'regulator');
CREATE TYPE examination_status AS ENUM ('entered', 'confirmed', 'ended');
CREATE TYPE examination_scope_kind AS ENUM ('partner', 'production', 'person', 'scene', 'depiction');
CREATE TYPE examination_look_kind AS ENUM ('index', 'record', 'photo', 'copy', 'release', 'export');

CREATE TABLE examinations (
  id text NOT NULL, profile examination_profile NOT NULL, status examination_status NOT NULL DEFAULT 'entered',
  agency text NOT NULL, examiner text NOT NULL, credential text NOT NULL, authority text NOT NULL,
  opens_at timestamptz(3) NOT NULL, closes_at timestamptz(3) NOT NULL,
  produced_from timestamptz(3), produced_until timestamptz(3),
  told_after timestamptz(3), delay_reason text,
  scope_revision int NOT NULL DEFAULT 0,
  entered_by_id text NOT NULL, entered_at timestamptz(3) NOT NULL,
  confirmed_by_id text, confirmed_at timestamptz(3),
  ended_by_id text, ended_at timestamptz(3), end_reason text,
  link_serial int NOT NULL DEFAULT 0, link_hash bytea, code_hash bytea, code_tries int NOT NULL DEFAULT 0,
  access_since timestamptz(3),
  CONSTRAINT examinations_pkey PRIMARY KEY (id),
  CONSTRAINT examinations_entered_by_id_fkey FOREIGN KEY (entered_by_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT examinations_confirmed_by_id_fkey FOREIGN KEY (confirmed_by_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT examinations_ended_by_id_fkey FOREIGN KEY (ended_by_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT examinations_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(agency) BETWEEN 1 AND 200 AND length(examiner) BETWEEN 1 AND 200
    AND length(credential) BETWEEN 1 AND 200 AND length(authority) BETWEEN 1 AND 500 AND opens_at < closes_at
    AND (produced_from IS NULL OR produced_until IS NULL OR produced_from < produced_until)
    AND (told_after IS NULL) = (delay_reason IS NULL) AND length(delay_reason) BETWEEN 1 AND 500),
  CONSTRAINT examinations_confirmed CHECK (
    (confirmed_by_id IS NULL) = (confirmed_at IS NULL) AND (status <> 'confirmed' OR confirmed_at IS NOT NULL)
    AND (status <> 'entered' OR confirmed_at IS NULL) AND confirmed_by_id <> entered_by_id),
  CONSTRAINT examinations_ended CHECK (
    (status = 'ended') = (ended_at IS NOT NULL) AND (ended_at IS NULL) = (end_reason IS NULL)
    AND (ended_by_id IS NULL OR ended_at IS NOT NULL) AND length(end_reason) BETWEEN 1 AND 500),
  CONSTRAINT examinations_access CHECK (
    (confirmed_at IS NULL) = (link_hash IS NULL) AND (confirmed_at IS NULL) = (code_hash IS NULL)
    AND (confirmed_at IS NULL) = (access_since IS NULL) AND octet_length(link_hash) = 32 AND octet_length(code_hash) = 32
    AND code_tries >= 0));
CREATE UNIQUE INDEX examinations_link_hash_key ON examinations (link_hash);
CREATE INDEX examinations_closing ON examinations (closes_at) WHERE status <> 'ended';

-- What it opens. Of a production, partner or person: all their records in the dates of production.
CREATE TABLE examination_scope (
  examination_id text NOT NULL, kind examination_scope_kind NOT NULL, item_id text NOT NULL,
  added_at timestamptz(3) NOT NULL, removed_at timestamptz(3),
  CONSTRAINT examination_scope_pkey PRIMARY KEY (examination_id, kind, item_id),
  CONSTRAINT examination_scope_examination_id_fkey FOREIGN KEY (examination_id) REFERENCES examinations (id) ON DELETE RESTRICT ON UPDATE CASCADE);

-- What the examiner was shown.
CREATE TABLE examination_looks (
  id text NOT NULL, examination_id text NOT NULL, kind examination_look_kind NOT NULL,
  subject_kind text NOT NULL, subject_id text NOT NULL, title text NOT NULL, sha256 bytea, looked_at timestamptz(3) NOT NULL,
  CONSTRAINT examination_looks_pkey PRIMARY KEY (id),
  CONSTRAINT examination_looks_examination_id_fkey FOREIGN KEY (examination_id) REFERENCES examinations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT examination_looks_shape CHECK (octet_length(sha256) = 32));
CREATE INDEX examination_looks_examination_id_id_idx ON examination_looks (examination_id, id);

-- The productions whose records an inspector saw: each linked partner is told once.
CREATE TABLE examination_productions (
  examination_id text NOT NULL, production_id text NOT NULL, inspected_at timestamptz(3) NOT NULL,
  CONSTRAINT examination_productions_pkey PRIMARY KEY (examination_id, production_id),
  CONSTRAINT examination_productions_examination_id_fkey FOREIGN KEY (examination_id) REFERENCES examinations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT examination_productions_production_id_fkey FOREIGN KEY (production_id) REFERENCES productions (id) ON DELETE RESTRICT ON UPDATE CASCADE);
CREATE INDEX examination_productions_production_id_examination_id_idx ON examination_productions (production_id, examination_id);

CREATE TABLE examination_reports (
  examination_id text NOT NULL, json text NOT NULL, json_sha256 bytea NOT NULL, pdf bytea NOT NULL, pdf_sha256 bytea NOT NULL,
  made_at timestamptz(3) NOT NULL,
  CONSTRAINT examination_reports_pkey PRIMARY KEY (examination_id),
  CONSTRAINT examination_reports_examination_id_fkey FOREIGN KEY (examination_id) REFERENCES examinations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT examination_reports_shape CHECK (json_sha256 = sha256(convert_to(json, 'UTF8')) AND pdf_sha256 = sha256(pdf)));

-- What was entered stays, it is confirmed once and ends once, and it only ever gets narrower.
CALL fixed('UPDATE OR DELETE', 'examinations', 'examinations_stay', 'an examination is kept as entered',
  'id, profile, agency, examiner, credential, authority, opens_at, told_after, delay_reason, entered_by_id, entered_at');
CALL fixed('UPDATE', 'examinations', 'examinations_stay', 'an examination is confirmed once', 'confirmed_by_id, confirmed_at',
  $$OLD.status <> 'entered'$$);
CALL fixed('UPDATE', 'examinations', 'examinations_status', 'an examination that has ended stays as it is',
  'status, ended_by_id, ended_at, end_reason, closes_at, produced_from, produced_until, scope_revision', $$OLD.status = 'ended'$$);
CALL never('UPDATE', 'examinations', 'examinations_status', 'an examination is entered before it is confirmed',
  $$OLD.status = 'confirmed' AND NEW.status = 'entered'$$);
CALL never('UPDATE', 'examinations', 'examinations_narrow', 'an examination only gets narrower', $$
  NEW.closes_at > OLD.closes_at OR NEW.scope_revision < OLD.scope_revision
  OR OLD.produced_from IS NOT NULL AND (NEW.produced_from IS NULL OR NEW.produced_from < OLD.produced_from)
  OR OLD.produced_until IS NOT NULL AND (NEW.produced_until IS NULL OR NEW.produced_until > OLD.produced_until)$$);

-- Only what nobody has confirmed yet gets wider.
CALL fixed('UPDATE OR DELETE', 'examination_scope', 'examinations_stay', 'what an examination opened stays known',
  'examination_id, kind, item_id, added_at');
CALL never_given('INSERT', 'examination_scope', 'examinations_narrow', 'nothing is added to a confirmed examination',
  $$NOT EXISTS (SELECT FROM examinations WHERE id = NEW.examination_id AND status = 'entered' FOR SHARE)$$);
CALL never_given('UPDATE', 'examination_scope', 'examinations_narrow', 'nothing is added to a confirmed examination',
  $$NOT EXISTS (SELECT FROM examinations WHERE id = NEW.examination_id AND status = 'entered' FOR SHARE)$$, 'OLD.removed_at IS NOT NULL');

CALL never('UPDATE OR DELETE', 'examination_looks', 'retention', 'what an examiner saw is kept as it was');
CALL never_given('INSERT', 'examination_looks', 'examinations_open', 'an examination that is not confirmed shows nothing',
  $$NOT EXISTS (SELECT FROM examinations WHERE id = NEW.examination_id AND status = 'confirmed' FOR SHARE)$$);
CALL never('UPDATE OR DELETE', 'examination_productions', 'retention', 'what an examiner saw is kept as it was');
CALL never('UPDATE OR DELETE', 'examination_reports', 'retention', 'the report of an examination is kept as it was made');
CALL never_given('INSERT', 'examination_reports', 'examinations_open', 'a report is made once the examination has ended',
  $$NOT EXISTS (SELECT FROM examinations WHERE id = NEW.examination_id AND status = 'ended')$$);

DO $$ DECLARE of_table text;
BEGIN
  FOREACH of_table IN ARRAY
    '{examinations, examination_scope, examination_looks, examination_productions, examination_reports}'::text[] LOOP
    EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %s EXECUTE FUNCTION refuse(%L, %L)', of_table, 'retention',
      '%1$s is a table of record and is never truncated');
  END LOOP;
END $$;
