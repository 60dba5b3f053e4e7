-- The handed over step in which a phone took a photo. A phone sees those of its own. Not a key: the step's row goes when the draft is sent.
ALTER TABLE identity_photos ADD COLUMN handoff_id text;
