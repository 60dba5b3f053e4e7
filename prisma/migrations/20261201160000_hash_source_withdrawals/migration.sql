-- Whether a source that has ended still withdraws what it submitted. Its keys are deleted after that.
ALTER TABLE hash_sources ADD COLUMN withdraws boolean NOT NULL DEFAULT false
  CONSTRAINT hash_sources_withdraws CHECK (NOT withdraws OR ended_at IS NOT NULL);
