-- What tells that two people's ID checks resemble each other: HMACs of the document's number, of name and birth date, and of parts of
-- the photos' perceptual hashes, which are sealed. `made_under`: the master key, because a rotation makes them anew. All of it goes
-- with the check.
CREATE TABLE identity_marks (
  check_id text NOT NULL, user_id text NOT NULL, number_mark bigint, person_mark bigint, photo_marks bigint[] NOT NULL,
  photo_hashes bytea NOT NULL, made_under bytea NOT NULL, made_at timestamptz(3) NOT NULL, compared_at timestamptz(3),
  CONSTRAINT identity_marks_pkey PRIMARY KEY (check_id),
  CONSTRAINT identity_marks_check_id_fkey FOREIGN KEY (check_id) REFERENCES identity_checks (id) ON DELETE CASCADE ON UPDATE CASCADE);
CREATE INDEX identity_marks_number_mark_idx ON identity_marks (number_mark);
CREATE INDEX identity_marks_person_mark_idx ON identity_marks (person_mark);
CREATE INDEX identity_marks_photo_marks ON identity_marks USING gin (photo_marks);

-- Two checks of different people that resemble each other, each pair in both directions.
CREATE TYPE identity_likeness AS ENUM ('document_number', 'name_and_birth_date', 'photo');
CREATE TABLE identity_duplicates (
  check_id text NOT NULL, other_id text NOT NULL, likeness identity_likeness NOT NULL, found_at timestamptz(3) NOT NULL,
  CONSTRAINT identity_duplicates_pkey PRIMARY KEY (check_id, other_id, likeness),
  CONSTRAINT identity_duplicates_check_id_fkey FOREIGN KEY (check_id) REFERENCES identity_checks (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT identity_duplicates_other_id_fkey FOREIGN KEY (other_id) REFERENCES identity_checks (id) ON DELETE CASCADE ON UPDATE CASCADE);
CREATE INDEX identity_duplicates_other_id_idx ON identity_duplicates (other_id);
