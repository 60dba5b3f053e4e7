import type { SoloStatus, SuspendReason } from "@/lib/domain/accounts/schemas";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { custodianList, field, NEWEST } from "@/lib/domain/core/lists";
import { conflictWith } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { db, Prisma, prefixPattern, rows } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
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

const COLUMNS = Prisma.sql`a.email, a.external_user_id, p.name AS partner_name, a.status,
  a.suspend_reason`;

const isOpenTo = ({ actor }: Ctx<StaffActor>) =>
  Prisma.sql`NOT ${conflictWith("account", Prisma.sql`a.id`, actor.userId)}`;

/** The accounts that the service suspended, newest suspension first, without those reserved for another custodian. */
export const suspendedList = custodianList({
  from: `account_holds h JOIN solo_accounts a ON a.id = h.account_id JOIN partners p ON p.id = a.partner_id`,
  scope: (ctx) => Prisma.sql`h.kind = 'service' AND h.lifted_at IS NULL AND ${isOpenTo(ctx)}`,
  order: NEWEST,
  size: PAGE,
  may: (ctx) => assertCustodian(db, ctx),
  select: {
    id: field.text("h.id"),
    accountId: field.text("a.id"),
    suspendedAt: field.time("h.placed_at"),
    email: field.text("a.email"),
    externalUserId: field.text("a.external_user_id"),
    partnerName: field.text("p.name"),
    status: field.of<SoloStatus>("a.status"),
    suspendReason: field.of<SuspendReason | null>("a.suspend_reason"),
  },
  filters: {},
});

/**
 * Accounts of all partners with this id, or whose creator's address starts with this text: up to fifty, sorted by address.
 * Includes accounts whose creator has not approved the link, and none that is reserved for another custodian. Throws `Forbidden`.
 */
export async function findAccountsOf(ctx: Ctx<StaffActor>, typed: string): Promise<CustodyRow[]> {
  await assertCustodian(db, ctx);
  const wanted = storedAddress(typed);
  // Searches the address in `users`, which has a database index for it. Every account has a linked or a requested user.
  const theirs = isId(wanted)
    ? Prisma.sql`(SELECT ${wanted} AS id)`
    : Prisma.sql`(
        SELECT of_user.id FROM (SELECT id FROM users WHERE email LIKE ${prefixPattern(wanted)} ORDER BY email LIMIT ${FOUND_MOST}) u
        CROSS JOIN LATERAL (
          SELECT id FROM solo_accounts WHERE user_id = u.id
          UNION SELECT account_id FROM link_requests WHERE user_id = u.id
        ) AS of_user)`;
  return rows<CustodyRow>(Prisma.sql`
    SELECT a.id, ${COLUMNS}
    FROM ${theirs} AS theirs JOIN solo_accounts a ON a.id = theirs.id JOIN partners p ON p.id = a.partner_id
    WHERE ${isOpenTo(ctx)} ORDER BY a.email, a.id LIMIT ${FOUND_MOST}`);
}
