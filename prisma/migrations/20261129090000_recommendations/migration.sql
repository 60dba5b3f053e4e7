-- What a second opinion recommends. Null for the earlier ones, which agreed or disagreed without saying with what.
ALTER TABLE check_notes ADD COLUMN recommends text CONSTRAINT check_notes_recommends CHECK (
  recommends IS NULL OR (recommends = 'approving' AND kind = 'agreed') OR (recommends = 'rejecting' AND kind = 'disagreed'));
