import { pool } from "@/lib/platform/db";
import type { LinkRow } from "./onboarding-links";
import type { SoloStatus, SuspendReason } from "./states";

/** What a partner's reads need of an account, with the newest link of the kind that partners hold. */
export type AccountRow = LinkRow & {
  id: string;
  externalUserId: string;
  status: SoloStatus;
  createdAt: Date;
  verifiedAt: Date | null;
  suspendedAt: Date | null;
  suspendReason: SuspendReason | null;
};

// Plain `pg`: this is the service's hottest read, and one statement answers it.
const SELECT_ACCOUNT = `
  SELECT a.id, a.external_user_id AS "externalUserId", a.status, a.created_at AS "createdAt", a.verified_at AS "verifiedAt",
         a.suspended_at AS "suspendedAt", a.suspend_reason AS "suspendReason",
         l.serial, l.token_hash AS "tokenHash", l.expires_at AS "expiresAt"
  FROM solo_accounts a
  LEFT JOIN LATERAL (
    SELECT serial, token_hash, expires_at FROM onboarding_links
    WHERE account_id = a.id AND kind = 'partner' ORDER BY serial DESC LIMIT 1
  ) l ON a.status <> 'active'`;

/** The read behind the API's most frequent call; also what `npm run bench` gives the servers it compares with. */
export const FIND_ACCOUNT = `${SELECT_ACCOUNT} WHERE a.id = $1 AND a.partner_id = $2`;

/** A partner's account by its id; null when there is none or it is another partner's. */
export async function findAccount(partnerId: string, accountId: string): Promise<AccountRow | null> {
  const { rows } = await pool().query<AccountRow>({
    name: "find_account",
    text: FIND_ACCOUNT,
    values: [accountId, partnerId],
  });
  return rows[0] ?? null;
}

/** The account that a provision call repeats: the one of the same external id or, failing that, of the same address. */
export async function findRepeated(
  partnerId: string,
  { externalUserId, email }: { externalUserId: string; email: string },
): Promise<AccountRow | null> {
  const { rows } = await pool().query<AccountRow>({
    name: "find_repeated_account",
    text: `${SELECT_ACCOUNT} WHERE a.partner_id = $1 AND (a.external_user_id = $2 OR a.email = $3)
           ORDER BY a.external_user_id = $2 DESC LIMIT 1`,
    values: [partnerId, externalUserId, email],
  });
  return rows[0] ?? null;
}
