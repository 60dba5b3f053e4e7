-- A code can be passed on, the link in the creator's own mail is harder to: each visit keeps by which it was proven, and each
-- check which visit works on it.
CREATE TYPE mailbox_proof AS ENUM ('code', 'mail_link');
ALTER TABLE onboarding_visits ADD COLUMN proven_by mailbox_proof;
ALTER TABLE onboarding_visits ADD CONSTRAINT onboarding_visits_proof CHECK (proven_by IS NULL OR mailbox_proven_at IS NOT NULL);
ALTER TABLE identity_checks ADD COLUMN visit_id text;

-- Whoever is in the middle of a check goes on in the browser that began it: a check begins right after the mailbox is proven.
-- Visits that are proven already count as by code; in another browser their owner is asked to come by the mail, once.
UPDATE identity_checks c SET visit_id = (
  SELECT v.id FROM onboarding_visits v
  WHERE v.account_id = c.account_id AND v.mailbox_proven_at <= c.created_at
  ORDER BY v.mailbox_proven_at DESC LIMIT 1)
WHERE c.status IN ('draft', 'submitted');
