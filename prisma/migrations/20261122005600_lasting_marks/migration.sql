-- AlterTable
ALTER TABLE "solo_accounts" ADD COLUMN "begun_by_mail_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "roster_changes" ADD COLUMN "stopped_for" TEXT;

-- Visits are forgotten, the ledger's lines of them are not: whoever pressed the button behind an account's mail is in one of
-- the two. Only accounts that could be unlinked need it.
UPDATE "solo_accounts" a SET "begun_by_mail_at" = proven.at
FROM (
  SELECT id, min(at) AS at FROM (
    SELECT v."account_id" AS id, v."mailbox_proven_at" AS at FROM "onboarding_visits" v
    WHERE v."mailbox_proven_at" IS NOT NULL AND v."proven_by" = 'mail_link'
    UNION ALL
    SELECT o."id", l."at" FROM "solo_accounts" o
    CROSS JOIN LATERAL (
      SELECT "at" FROM "ledger_entries"
      WHERE "subject_kind" = 'solo_account' AND "subject_id" = o."id"
        AND "action" = 'onboarding.mailbox_proven' AND "reason" = 'mail_link'
    ) AS l
    WHERE o."user_id" IS NOT NULL AND o."verified_at" IS NULL
  ) AS either GROUP BY id
) AS proven
WHERE proven.id = a."id";
