-- A check that waits for better photos: of what, why, and since when. It stays `submitted`, so platforms and producers learn nothing.
CREATE TYPE photo_problem AS ENUM ('blurred', 'glare', 'dark', 'cut_off', 'covered', 'other');

ALTER TABLE identity_checks
  ADD COLUMN photos_asked photo_kind[] NOT NULL DEFAULT '{}', ADD COLUMN photos_asked_at timestamptz(3),
  ADD COLUMN photos_problem photo_problem, ADD COLUMN photos_note text,
  ADD COLUMN opinion_asked_by_id text,
  ADD CONSTRAINT identity_checks_photos_asked CHECK (
    (photos_asked <> '{}') = (photos_asked_at IS NOT NULL) AND (photos_asked <> '{}') = (photos_problem IS NOT NULL)
    AND (photos_note IS NULL OR photos_asked <> '{}')) NOT VALID,
  ADD CONSTRAINT identity_checks_opinion_asked_by_id_fkey FOREIGN KEY (opinion_asked_by_id) REFERENCES users (id)
    ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

-- What custodians write about a check, for each other: sealed under the person's key, and kept as long as the check.
CREATE TYPE check_note_kind AS ENUM ('note', 'handed_over', 'opinion_asked', 'opinion_withdrawn', 'agreed', 'disagreed');

CREATE TABLE check_notes (
  id text NOT NULL, check_id text NOT NULL, author_id text NOT NULL, kind check_note_kind NOT NULL, text bytea NOT NULL,
  written_at timestamptz(3) NOT NULL,
  CONSTRAINT check_notes_pkey PRIMARY KEY (id),
  CONSTRAINT check_notes_check_id_fkey FOREIGN KEY (check_id) REFERENCES identity_checks (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT check_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE);
CREATE INDEX check_notes_check_id_id_idx ON check_notes (check_id, id);

CALL never('UPDATE', 'check_notes', 'retention', 'a note about a check is kept as it was written');
CALL never_given('DELETE', 'check_notes', 'retention', 'a note about a check is kept as long as the check',
  $$EXISTS (SELECT FROM identity_checks WHERE id = OLD.check_id)$$);
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON check_notes
  EXECUTE FUNCTION refuse('retention', '%1$s is a table of record and is never truncated');
