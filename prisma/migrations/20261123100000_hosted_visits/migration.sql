-- Visits belong to any hosted subject, and an identity check knows the scene it was started from.

CREATE TYPE hosted_subject AS ENUM ('solo_account', 'performer');

ALTER TABLE onboarding_visits RENAME TO hosted_visits;
ALTER TABLE hosted_visits RENAME CONSTRAINT onboarding_visits_pkey TO hosted_visits_pkey;
ALTER TABLE hosted_visits RENAME CONSTRAINT onboarding_visits_proof TO hosted_visits_proof;
ALTER TABLE hosted_visits DROP CONSTRAINT onboarding_visits_account_id_fkey;
ALTER TABLE hosted_visits RENAME COLUMN account_id TO subject_id;
-- The earlier visits are all of accounts. Later ones always say what they are of.
ALTER TABLE hosted_visits ADD COLUMN subject_kind hosted_subject NOT NULL DEFAULT 'solo_account';
ALTER TABLE hosted_visits ALTER COLUMN subject_kind DROP DEFAULT;
ALTER INDEX onboarding_visits_token_hash_key RENAME TO hosted_visits_token_hash_key;
ALTER INDEX onboarding_visits_account_id_idx RENAME TO hosted_visits_subject_id_idx;
ALTER INDEX onboarding_visits_expires_at_idx RENAME TO hosted_visits_expires_at_idx;

ALTER TABLE identity_checks ADD COLUMN performer_id text
  REFERENCES scene_performers (id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE identity_checks ADD CONSTRAINT identity_checks_origin CHECK (num_nonnulls(account_id, performer_id) <= 1);
CREATE INDEX identity_checks_performer_id_idx ON identity_checks (performer_id);
