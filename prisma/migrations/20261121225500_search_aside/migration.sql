-- A record that could not be put into the search waits here until then, so that it holds up no other.
ALTER TABLE depictions_to_search ADD COLUMN again_at timestamptz(3);
