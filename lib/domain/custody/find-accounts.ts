import type { SoloStatus, SuspendReason } from "@/lib/domain/accounts/schemas";
import type { Ctx, StaffActor } from "@/lib/domain/context";
import { assertCustodian } from "@/lib/domain/people";
import { db, pool } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { prefixPattern } from "@/lib/platform/like";
import { storedAddress } from "@/lib/platform/wire";

const PAGE = 25;
const FOUND_MOST = 50;

/** An account of any partner, in a custodian's list. */
export type CustodyRow = {
  id: string;
  email: string;
  externalUserId: string;
  partnerName: string;
  status: SoloStatus;
  suspendReason: SuspendReason | null;
};

const COLUMNS = `a.email, a.external_user_id AS "externalUserId", p.name AS "partnerName", a.status,
  a.suspend_reason AS "suspendReason"`;

/** The accounts that the service suspended, newest suspension first. Throws `Forbidden`. */
export async function listSuspended(
  ctx: Ctx<StaffActor>,
  { cursor: place }: { cursor?: string | undefined },
): Promise<Page<CustodyRow & { accountId: string; suspendedAt: Date }>> {
  await assertCustodian(db, ctx);
  const cursor = readCursor(place);
  const order = readingOrder(cursor);
  const { rows } = await pool().query<CustodyRow & { accountId: string; suspendedAt: Date }>(
    `SELECT h.id, a.id AS "accountId", h.placed_at AS "suspendedAt", ${COLUMNS}
     FROM account_holds h JOIN solo_accounts a ON a.id = h.account_id JOIN partners p ON p.id = a.partner_id
     WHERE h.kind = 'service' AND h.lifted_at IS NULL ${cursor ? `AND h.id ${order === "asc" ? ">" : "<"} $1` : ""}
     ORDER BY h.id ${order} LIMIT ${PAGE + 1}`,
    cursor ? [cursor.id] : [],
  );
  return pageOf(rows, { limit: PAGE, cursor });
}

/**
 * Accounts of all partners with this id, or whose creator's address starts with this text: up to fifty, sorted by address.
 * Includes accounts whose creator has not approved the link. Throws `Forbidden`.
 */
export async function findAccountsOf(ctx: Ctx<StaffActor>, text: string): Promise<CustodyRow[]> {
  await assertCustodian(db, ctx);
  const wanted = storedAddress(text);
  // Searches the address in `users`, which has a database index for it. Every account has a linked or a requested user.
  const { rows } = await pool().query<CustodyRow>(
    isId(wanted)
      ? `SELECT a.id, ${COLUMNS} FROM solo_accounts a JOIN partners p ON p.id = a.partner_id WHERE a.id = $1`
      : `SELECT a.id, ${COLUMNS}
         FROM (SELECT id FROM users WHERE email LIKE $1 ORDER BY email LIMIT ${FOUND_MOST}) u
         CROSS JOIN LATERAL (
           SELECT id FROM solo_accounts WHERE user_id = u.id
           UNION SELECT account_id FROM link_requests WHERE user_id = u.id
         ) AS theirs
         JOIN solo_accounts a ON a.id = theirs.id JOIN partners p ON p.id = a.partner_id
         ORDER BY a.email, a.id LIMIT ${FOUND_MOST}`,
    [isId(wanted) ? wanted : prefixPattern(wanted)],
  );
  return rows;
}
