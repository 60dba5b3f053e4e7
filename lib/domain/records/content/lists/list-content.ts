import { findAccounts } from "@/lib/domain/accounts";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { db, pool } from "@/lib/platform/db";
import { copyStatusOf, lateBefore, type RemovalColumns, removalsInWords } from "../present";
import { type DepictionFilter, idsByContentId, listDepictions, readText } from "./list-depictions";
import type { LimitName } from "./page";
import { type ContentFilters, type ContentPage, type ContentRow, type CopyStatus, productionRange } from "./schemas";

const PAGE = 50;
// A larger page would block the process while it is read.
const EXPORT_PAGE = 250;
const LATE_COUNTED = 1_000;

type PageRequest = { cursor?: string | undefined; limit?: number; limitName?: LimitName };

/**
 * A page of the matching records in the partner's content log, newest first. It reveals nothing about creators beyond
 * the partner's own ids. The cost of a page hardly grows with the log (`docs/benchmarks.md`).
 */
export async function listContent(
  ctx: Ctx<PortalUserActor>,
  { cursor, limit = PAGE, limitName, ...filters }: ContentFilters & PageRequest,
): Promise<ContentPage> {
  const { partnerId } = ctx.actor;
  const wanted = await filterOf(ctx, filters);
  if (!wanted) return { rows: [], newer: null, older: null, lookedThrough: null };
  const { ids, lookedThrough, ...page } = await listDepictions({ partnerId }, wanted, { cursor, limit, limitName });
  const rows = await rowsOf(partnerId, ids);
  return { rows, ...page, lookedThrough: lookedThrough?.toISOString() ?? null };
}

/** All matching records, newest first, in batches for exports. Stops at `most` rows. */
export async function* eachContent(
  ctx: Ctx<PortalUserActor>,
  filters: ContentFilters,
  most: number,
): AsyncGenerator<ContentRow[]> {
  let cursor: string | undefined;
  for (let sent = 0; sent < most; ) {
    const page = await listContent(ctx, {
      ...filters,
      cursor,
      limit: Math.min(EXPORT_PAGE, most - sent),
      limitName: "exports",
    });
    yield page.rows;
    sent += page.rows.length;
    if (page.older === null) return;
    cursor = page.older;
  }
}

/** The ids of all matching records, newest first. Stops at `most`. */
export async function listContentIds(
  ctx: Ctx<PortalUserActor>,
  filters: ContentFilters,
  most: number,
): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of eachContent(ctx, filters, most)) ids.push(...rows.map(({ id }) => id));
  return ids;
}

/** How many declared copies weren't confirmed before their first URL expired, counted up to 1,000. */
export async function countLateCopies(ctx: Ctx<PortalUserActor>): Promise<{ late: number; isMore: boolean }> {
  // Raw SQL: Prisma's generic plan doesn't know the value "pending" and can't use the partial index.
  const { rows } = await pool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT FROM depictions WHERE partner_id = $1 AND copy_state = 'pending'
       AND removed_at IS NULL AND id < $2 LIMIT ${LATE_COUNTED + 1}) AS late`,
    [ctx.actor.partnerId, lateBefore()],
  );
  const count = rows[0]?.count ?? 0;
  return { late: Math.min(count, LATE_COUNTED), isMore: count > LATE_COUNTED };
}

/** Null if nothing can match. */
async function filterOf(
  ctx: Ctx<PortalUserActor>,
  { q, creator, copy, removed, from, to }: ContentFilters,
): Promise<DepictionFilter | null> {
  const [account] = creator ? await findAccounts(ctx, creator) : [];
  if (creator && !account) return null;
  return {
    text: q || undefined,
    accountId: account?.id,
    copy,
    removed,
    ...productionRange({ from, to }),
    lateBefore: lateBefore(),
  };
}

type Row = RemovalColumns & {
  id: string;
  title: string;
  contentUrl: string;
  externalContentId: string | null;
  copyState: Exclude<CopyStatus, "late">;
  productionDate: Date;
  createdAt: Date;
  accountId: string;
  externalUserId: string;
};

// Raw SQL: Prisma prepares a new statement for each number of ids.
const ROWS = `SELECT d.id, d.title, d.content_url AS "contentUrl", d.external_content_id AS "externalContentId",
    d.copy_state AS "copyState", d.production_date AS "productionDate", d.created_at AS "createdAt",
    d.removed_at AS "removedAt", d.removed_by_kind AS "removedByKind", d.removed_by_id AS "removedById",
    d.removal_reason AS "removalReason", d.removal_request_id AS "removalRequestId",
    d.account_id AS "accountId", a.external_user_id AS "externalUserId"
  FROM depictions d JOIN solo_accounts a ON a.id = d.account_id WHERE d.id = ANY ($1) AND d.partner_id = $2`;

async function rowsOf(partnerId: string, ids: readonly string[]): Promise<ContentRow[]> {
  const { rows: found } = await pool().query<Row>({ name: "content_rows", text: ROWS, values: [ids, partnerId] });
  const removalOf = await removalsInWords(partnerId, found);
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { title, contentUrl, externalContentId, accountId, externalUserId, productionDate, createdAt } = row;
    return {
      id,
      title,
      contentUrl,
      externalContentId,
      creator: { accountId, externalUserId },
      copy: copyStatusOf(row),
      productionDate: productionDate.toISOString(),
      createdAt: createdAt.toISOString(),
      removal: removalOf(row),
    };
  });
}

type ContentMatch = { id: string; title: string; externalContentId: string | null; removed: boolean };
type ContentMatches = {
  found: ContentMatch[];
  /** Whether the content list may have more. */
  isMore: boolean;
};

const SHOWN = 5;

/**
 * A few depictions that match a text: first those with exactly this id, URL, SHA-256 or content id, then the newest the
 * content list finds. In the first second after logging, a record is found only by its ids.
 */
export async function findContent(ctx: Ctx<PortalUserActor>, text: string): Promise<ContentMatches> {
  const { partnerId } = ctx.actor;
  const scope = { partnerId };
  const [named, same, listed] = await Promise.all([
    readText(scope, text),
    idsByContentId(scope, text),
    listDepictions(scope, { text }, { limit: SHOWN }),
  ]);
  const all = [...new Set([...(named.ids ?? []), ...same, ...listed.ids])];
  const ids = all.slice(0, SHOWN);
  const rows = await db.depiction.findMany({
    where: { id: { in: ids }, partnerId },
    select: { id: true, title: true, externalContentId: true, removedAt: true },
  });
  const found = new Map(rows.map(({ removedAt, ...row }) => [row.id, { ...row, removed: removedAt !== null }]));
  return { found: ids.flatMap((id) => found.get(id) ?? []), isMore: all.length > SHOWN || listed.older !== null };
}
