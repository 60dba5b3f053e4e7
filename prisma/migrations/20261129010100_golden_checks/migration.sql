-- Known cases: specimens with the decision that they should get. A copy of one is planted in the queue of each custodian, once, and what
-- they decide is kept here and nowhere else. Specimen and copies are drafts of invented people: nothing counts, lists or decides a draft.
CREATE TYPE golden_decision AS ENUM ('approve', 'reject', 'better_photo', 'reassigned', 'retired');

CREATE TABLE golden_checks (
  id text NOT NULL, email text NOT NULL, expected golden_decision NOT NULL, reasons text[] NOT NULL DEFAULT '{}', why text NOT NULL,
  made_by_id text, made_at timestamptz(3) NOT NULL, retired_by_id text, retired_at timestamptz(3),
  CONSTRAINT golden_checks_pkey PRIMARY KEY (id),
  CONSTRAINT golden_checks_made_by_id_fkey FOREIGN KEY (made_by_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT golden_checks_retired_by_id_fkey FOREIGN KEY (retired_by_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT golden_checks_expected CHECK (expected IN ('approve', 'reject') AND (expected = 'reject') = (reasons <> '{}')));
CALL set_once('golden_checks', 'golden_checks_stay', 'a known case is retired, and never changed', 'retired_at', 'retired_by_id');

-- `check_id`: the planted copy, which is deleted once it is decided. `asked_by`: the partner that it names.
CREATE TABLE golden_reviews (
  golden_id text NOT NULL, reviewer_id text NOT NULL, check_id text NOT NULL, asked_by text, planted_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3), decision golden_decision, reason text, met boolean,
  CONSTRAINT golden_reviews_pkey PRIMARY KEY (golden_id, reviewer_id),
  CONSTRAINT golden_reviews_golden_id_fkey FOREIGN KEY (golden_id) REFERENCES golden_checks (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT golden_reviews_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT golden_reviews_decided CHECK (
    (decided_at IS NULL) = (decision IS NULL) AND (met IS NULL) = (decision IS NULL OR decision IN ('reassigned', 'retired'))));
CREATE INDEX golden_reviews_check_id_idx ON golden_reviews (check_id);
CREATE INDEX golden_reviews_reviewer_id_decided_at_idx ON golden_reviews (reviewer_id, decided_at);
CALL set_once('golden_reviews', 'golden_reviews_stay', 'what a reviewer decided about a known case stays', 'decided_at', 'decision, reason, met');

ALTER TABLE identity_checks
  ADD COLUMN golden_id text, ADD COLUMN planted_for_id text,
  ADD CONSTRAINT identity_checks_golden_id_fkey FOREIGN KEY (golden_id) REFERENCES golden_checks (id)
    ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID,
  ADD CONSTRAINT identity_checks_planted_for_id_fkey FOREIGN KEY (planted_for_id) REFERENCES users (id)
    ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID,
  ADD CONSTRAINT identity_checks_golden CHECK (golden_id IS NULL OR (
    status = 'draft' AND driver = 'custodian_review' AND num_nonnulls(account_id, performer_id, visit_id, vendor_session_id) = 0)) NOT VALID,
  ADD CONSTRAINT identity_checks_planted CHECK (planted_for_id IS NULL OR (golden_id IS NOT NULL AND submitted_at IS NOT NULL)) NOT VALID;
CALL fixed('UPDATE', 'identity_checks', 'identity_checks_golden_stay', 'a known case is no real check, and a real check no known case', 'golden_id');
