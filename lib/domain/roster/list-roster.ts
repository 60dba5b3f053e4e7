import type { SoloStatus, SuspendReason } from "@/lib/domain/accounts/schemas";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { pool } from "@/lib/platform/db";
import { pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { conditionsOf, Values } from "./conditions";
import type { RosterFilters } from "./schemas";

const PAGE = 50;
const EXPORT_PAGE = 1_000;

/** One creator as the partner may see them: what it sent, and what the API tells. */
export type RosterRow = {
  id: string;
  externalUserId: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  status: SoloStatus;
  suspendReason: SuspendReason | null;
  createdAt: Date;
  verifiedAt: Date | null;
  suspendedAt: Date | null;
};

export type RosterPage = { creators: RosterRow[]; newer: string | null; older: string | null };

const COLUMNS = `id, external_user_id AS "externalUserId", email, first_name AS "firstName", last_name AS "lastName",
  status, suspend_reason AS "suspendReason", created_at AS "createdAt", verified_at AS "verifiedAt",
  suspended_at AS "suspendedAt"`;

/** A page of the partner's creators, the newest first, by keyset over the account id. */
export async function listRoster(
  ctx: Ctx<PortalUserActor>,
  { cursor: place, limit = PAGE, ...filters }: RosterFilters & { cursor?: string | undefined; limit?: number },
): Promise<RosterPage> {
  const cursor = readCursor(place);
  const order = readingOrder(cursor);
  const values = new Values();
  const met = conditionsOf(ctx.actor.partnerId, filters, values);
  const beyond = cursor ? ` AND id ${order === "asc" ? ">" : "<"} ${values.add(cursor.id)}` : "";
  // Not by Prisma, whose plans know no values: the beginning of one address is rare, and that of another is everybody's.
  const { rows: found } = await pool().query<RosterRow>(
    `SELECT ${COLUMNS} FROM solo_accounts WHERE ${met}${beyond} ORDER BY id ${order} LIMIT ${limit + 1}`,
    values.list,
  );
  const { rows, newer, older } = pageOf(found, { limit, cursor });
  return { creators: rows, newer, older };
}

/** Everybody in the partner's roster who matches, the newest first, in batches. Stops at `most` rows. */
export async function* eachCreator(
  ctx: Ctx<PortalUserActor>,
  filters: RosterFilters,
  most: number,
): AsyncGenerator<RosterRow[]> {
  let cursor: string | undefined;
  for (let sent = 0; sent < most; ) {
    const page = await listRoster(ctx, { ...filters, cursor, limit: Math.min(EXPORT_PAGE, most - sent) });
    yield page.creators;
    sent += page.creators.length;
    if (page.older === null) return;
    cursor = page.older;
  }
}
