-- Until when a removal request is its custodian's alone. Without it, or once it has passed, nobody works on the request.
ALTER TABLE removal_requests ADD COLUMN assigned_until timestamptz(3);

-- What custodians write about a removal request, for each other: sealed, and kept as long as the request. `to_id`: to whom it was reassigned.
CREATE TABLE removal_notes (
  id text NOT NULL, request_id text NOT NULL, author_id text NOT NULL, to_id text, text bytea NOT NULL, written_at timestamptz(3) NOT NULL,
  CONSTRAINT removal_notes_pkey PRIMARY KEY (id),
  CONSTRAINT removal_notes_request_id_fkey FOREIGN KEY (request_id) REFERENCES removal_requests (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT removal_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT removal_notes_to_id_fkey FOREIGN KEY (to_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT removal_notes_shape CHECK (id ~ '^[0-9a-z]{25}$'));
CREATE INDEX removal_notes_request_id_id_idx ON removal_notes (request_id, id);

-- Words are sealed again when the master key changes.
CALL never('UPDATE OR DELETE', 'removal_notes', 'removals_append_only', '%1$s only grows',
  $$to_jsonb(NEW) - 'text' IS DISTINCT FROM to_jsonb(OLD) - 'text'$$);
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON removal_notes
  EXECUTE FUNCTION refuse('retention', '%1$s is a table of record and is never truncated');
