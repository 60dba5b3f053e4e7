-- A made-up takedown that a team handles like a real one, to measure its time. No record: nothing else reads it.
CREATE TABLE deadline_rehearsals (
  id text NOT NULL, partner_id text NOT NULL, legal_basis legal_basis NOT NULL, started_at timestamptz(3) NOT NULL,
  started_by_id text NOT NULL, deadline_at timestamptz(3) NOT NULL, endpoint_id text, events text[] NOT NULL DEFAULT '{}',
  ended_at timestamptz(3), ended_by_id text, is_canceled boolean NOT NULL DEFAULT false,
  CONSTRAINT deadline_rehearsals_pkey PRIMARY KEY (id, partner_id),
  CONSTRAINT deadline_rehearsals_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT deadline_rehearsals_shape CHECK (id ~ '^[0-9a-z]{25}$' AND deadline_at > started_at
    AND (ended_at IS NULL) = (ended_by_id IS NULL) AND (ended_at IS NOT NULL OR NOT is_canceled) AND ended_at >= started_at));
CREATE INDEX deadline_rehearsals_partner_id_id_idx ON deadline_rehearsals (partner_id, id);
CREATE UNIQUE INDEX deadline_rehearsals_one_runs ON deadline_rehearsals (partner_id) WHERE ended_at IS NULL;

CALL fixed('UPDATE', 'deadline_rehearsals', 'deadline_rehearsals_measured_once', 'a rehearsal is measured once',
  'legal_basis, started_at, started_by_id, deadline_at');
CALL fixed('UPDATE', 'deadline_rehearsals', 'deadline_rehearsals_measured_once', 'a rehearsal is measured once',
  'ended_at, ended_by_id, is_canceled', 'OLD.ended_at IS NOT NULL');
