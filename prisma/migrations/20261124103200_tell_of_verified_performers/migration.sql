-- A producer is told once for each verification job whose last performer was verified, if no other performer is missing.
ALTER TABLE productions
  -- The end of the latest job that they were told of.
  ADD COLUMN verified_told_at timestamptz(3);
