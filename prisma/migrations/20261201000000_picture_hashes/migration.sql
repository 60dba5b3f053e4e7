-- Perceptual hashes by PDQ: of stored copies, and of what removal requests look for. A picture has one, or two with its border cut off;
-- a video has one for each kept frame.
CREATE TABLE copy_hashes (
  depiction_id text NOT NULL,
  partner_id text NOT NULL,
  part smallint NOT NULL,
  second integer,
  pdq bit(256) NOT NULL,
  turned bit(256)[] NOT NULL,
  quality smallint NOT NULL,
  CONSTRAINT copy_hashes_pkey PRIMARY KEY (depiction_id, part, partner_id),
  CONSTRAINT copy_hashes_depiction_id_fkey FOREIGN KEY (depiction_id, partner_id) REFERENCES depictions (id, partner_id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT copy_hashes_turned CHECK (cardinality(turned) = 7)
);
-- Of what is wanted, each of the eight ways to hold the picture is a row: they are few, and every new copy is compared with them.
CREATE TABLE wanted_hashes (
  target_id text NOT NULL,
  declared boolean NOT NULL,
  part smallint NOT NULL,
  turn smallint NOT NULL,
  second integer,
  pdq bit(256) NOT NULL,
  quality smallint NOT NULL,
  CONSTRAINT wanted_hashes_pkey PRIMARY KEY (target_id, declared, part, turn),
  CONSTRAINT wanted_hashes_target_id_fkey FOREIGN KEY (target_id) REFERENCES removal_targets (id) ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Kept out of the rows, of which a look-up reads thousands.
ALTER TABLE copy_hashes ALTER COLUMN turned SET STORAGE EXTERNAL, SET (toast_tuple_target = 128);

-- Two hashes that differ in at most 31 bits have, of eleven words, ten in which they differ in at most two bits, or the first in at
-- most one: a look-up of each word and its neighbors finds all of them.
DO $$
DECLARE
  hashes text;
  word int;
  bits int;
  first_bit int;
BEGIN
  FOREACH hashes IN ARRAY ARRAY['copy_hashes', 'wanted_hashes'] LOOP
    first_bit := 1;
    FOR word IN 0..10 LOOP
      bits := CASE WHEN word < 3 THEN 24 ELSE 23 END;
      EXECUTE format('CREATE INDEX %I ON %I ((substring(pdq, %s, %s)::bit(%s)::int4))', hashes || '_word_' || word, hashes, first_bit, bits, bits);
      IF hashes = 'wanted_hashes' THEN
        EXECUTE format('CREATE INDEX kept_hashes_word_%s ON wanted_hashes ((substring(pdq, %s, %s)::bit(%s)::int4)) WHERE NOT declared', word, first_bit, bits, bits);
      END IF;
      first_bit := first_bit + bits;
    END LOOP;
  END LOOP;
END $$;

-- Copies that were hashed by 64 bits before are hashed again.
ALTER TABLE copy_fingerprints ADD COLUMN hashed_at timestamptz(3);

-- What a similar record resembles, when it was found: a record of the request or something that the claimant named, in how many of 256
-- bits they differ, and the lower quality of the two.
ALTER TABLE removal_items
  ADD COLUMN near_depiction_id text,
  ADD COLUMN near_target_id text,
  ADD COLUMN distance smallint,
  ADD COLUMN quality smallint,
  ADD COLUMN frames smallint;
ALTER TABLE removal_items ADD CONSTRAINT removal_items_near_target_id_fkey
  FOREIGN KEY (near_target_id) REFERENCES removal_targets (id) ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
