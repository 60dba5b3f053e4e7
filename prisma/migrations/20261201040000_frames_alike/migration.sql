-- Of a similar record, how much of the video is alike: `frames` of `frames_of`, and of what it resembles, `near_frames` of `near_frames_of`.
ALTER TABLE removal_items
  ADD COLUMN frames_of int,
  ADD COLUMN near_frames int,
  ADD COLUMN near_frames_of int;

-- Every new copy is compared with those that requests are about: few of all, so in database indexes of their own.
ALTER TABLE copy_hashes ADD COLUMN is_meant boolean NOT NULL DEFAULT false;
DO $$
DECLARE
  word int;
  bits int;
  first_bit int := 1;
BEGIN
  FOR word IN 0..10 LOOP
    bits := CASE WHEN word < 3 THEN 24 ELSE 23 END;
    EXECUTE format('CREATE INDEX %I ON copy_hashes ((substring(pdq, %s, %s)::bit(%s)::int4)) WHERE is_meant',
      'meant_copy_hashes_word_' || word, first_bit, bits, bits);
    first_bit := first_bit + bits;
  END LOOP;
END $$;
