import { batchCalls } from "@/lib/platform/batch-calls";
import { pool } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
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
  /** The end of the address of the creator's public statement; only while active, and while there is one. */
  statementSlug: string | null;
};

// Plain `pg`: this is the service's hottest read, and one statement answers it.
const COLUMNS = `a.id, a.external_user_id AS "externalUserId", a.status, a.created_at AS "createdAt", a.verified_at AS "verifiedAt",
         a.suspended_at AS "suspendedAt", a.suspend_reason AS "suspendReason",
         l.serial, l.token_hash AS "tokenHash", l.expires_at AS "expiresAt", s.slug AS "statementSlug"`;
const JOINED = `LEFT JOIN LATERAL (
    SELECT serial, token_hash, expires_at FROM onboarding_links
    WHERE account_id = a.id AND kind = 'partner' ORDER BY serial DESC LIMIT 1
  ) l ON a.status <> 'active'
  LEFT JOIN statements s ON a.status = 'active' AND s.user_id = a.user_id AND s.published_version IS NOT NULL`;
const SELECT_ACCOUNT = `SELECT ${COLUMNS} FROM solo_accounts a ${JOINED}`;

/** The read behind the API's most frequent call, for one account; what `npm run bench` gives the servers it compares with. */
export const FIND_ACCOUNT = `${SELECT_ACCOUNT} WHERE a.id = $1 AND a.partner_id = $2`;

// Calls of different partners go out together: the join finds each account under its own call's partner or not at all, and
// the number brings it back to that call and no other. As JSON and not as arrays, whose length PostgreSQL would look at to
// plan anew each time.
const FIND_ACCOUNTS = `
  SELECT call.n, ${COLUMNS}
  FROM json_to_recordset($1::json) call(n int, account_id text, partner_id text)
  JOIN solo_accounts a ON a.id = call.account_id AND a.partner_id = call.partner_id ${JOINED}`;

const findBatched = batchCalls<{ partnerId: string; accountId: string }, AccountRow | null>(
  async (calls) => {
    const { rows } = await pool().query<AccountRow & { n: number }>({
      name: "find_accounts",
      text: FIND_ACCOUNTS,
      values: [JSON.stringify(calls.map((call, n) => ({ n, account_id: call.accountId, partner_id: call.partnerId })))],
    });
    const found = new Map(rows.map(({ n, ...account }) => [n, account]));
    return calls.map((_, n) => found.get(n) ?? null);
  },
  { size: 100, maxWaitMs: 1, concurrency: 8 },
);

/** A partner's account by its id; null when there is none or it is another partner's. */
export async function findAccount(partnerId: string, accountId: string): Promise<AccountRow | null> {
  // What cannot be an id must not reach a statement that it shares with others: it could make that fail.
  return isId(accountId) ? findBatched({ partnerId, accountId }) : null;
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
