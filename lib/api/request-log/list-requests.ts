import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { db, type Prisma } from "@/lib/platform/db";
import { timeOfId } from "@/lib/platform/ids";
import type { RequestFilters, RequestPage, RequestSummary } from "./schemas";

const SUMMARY = {
  id: true,
  at: true,
  method: true,
  path: true,
  query: true,
  status: true,
  code: true,
  field: true,
  durationMs: true,
  apiKeyId: true,
} satisfies Prisma.RequestLogSelect;

type SummaryRow = Prisma.RequestLogGetPayload<{ select: typeof SUMMARY }>;

// A request's id is made a moment before its row's time; this far apart they are still found by partition.
const ID_SLACK_MS = 60_000;

/**
 * One page of a partner's request log, newest first, by keyset: the cursor is the time and id of the row beside the page,
 * so that a page costs the same at the first row and at the ten-millionth.
 */
export async function listRequests(
  ctx: Ctx<PortalUserActor>,
  input: RequestFilters & { cursor?: string | undefined; limit: number },
): Promise<RequestPage> {
  const cursor = parseCursor(input.cursor);
  const backwards = cursor?.direction === "newer";
  const order = backwards ? "asc" : "desc";
  const found = await db.requestLog.findMany({
    select: SUMMARY,
    where: { AND: [matching(ctx.actor.partnerId, input), ...(cursor ? [beside(cursor)] : [])] },
    orderBy: [{ at: order }, { id: order }],
    take: input.limit + 1,
  });
  const more = found.length > input.limit;
  const rows = found.slice(0, input.limit);
  if (backwards) rows.reverse();
  const [first, last] = [rows.at(0), rows.at(-1)];
  return {
    requests: await summarise(rows),
    newer: first && (backwards ? more : cursor) ? `newer.${first.at.getTime()}.${first.id}` : null,
    older: last && (backwards || more) ? `older.${last.at.getTime()}.${last.id}` : null,
  };
}

/** Every request that matches, newest first, in batches; for exports. Stops at `max` rows. */
export async function* eachRequest(
  ctx: Ctx<PortalUserActor>,
  filters: RequestFilters,
  max: number,
): AsyncGenerator<RequestSummary[]> {
  let cursor: string | undefined;
  for (let sent = 0; sent < max; ) {
    const page = await listRequests(ctx, { ...filters, cursor, limit: Math.min(1000, max - sent) });
    yield page.requests;
    sent += page.requests.length;
    if (page.older === null) return;
    cursor = page.older;
  }
}

function matching(partnerId: string, filters: RequestFilters): Prisma.RequestLogWhereInput {
  const where: Prisma.RequestLogWhereInput = { partnerId };
  if (filters.status?.endsWith("xx")) where.statusClass = Number(filters.status[0]);
  else if (filters.status) where.status = Number(filters.status);
  if (filters.method) where.method = filters.method;
  if (filters.path) where.path = { startsWith: filters.path };
  if (filters.key) where.apiKeyId = filters.key;
  if (filters.from || filters.to)
    where.at = { ...(filters.from && { gte: filters.from }), ...(filters.to && { lt: filters.to }) };
  if (filters.request) Object.assign(where, byId(filters.request));
  return where;
}

/** An id names its own time, so that looking one up touches a single day. What is no id matches nothing. */
export function byId(id: string): Prisma.RequestLogWhereInput {
  const made = timeOfId(id)?.getTime() ?? 0;
  return { id, at: { gte: new Date(made - ID_SLACK_MS), lte: new Date(made + ID_SLACK_MS) } };
}

type Cursor = { direction: "newer" | "older"; at: Date; id: string };

function parseCursor(text: string | undefined): Cursor | null {
  const [, direction, at, id] = /^(newer|older)\.(\d{1,15})\.([0-9a-z]{25})$/.exec(text ?? "") ?? [];
  if (!direction || !at || !id) return null;
  return { direction: direction === "newer" ? "newer" : "older", at: new Date(Number(at)), id };
}

function beside({ direction, at, id }: Cursor): Prisma.RequestLogWhereInput {
  return direction === "older"
    ? { at: { lte: at }, OR: [{ at: { lt: at } }, { id: { lt: id } }] }
    : { at: { gte: at }, OR: [{ at: { gt: at } }, { id: { gt: id } }] };
}

/** Rows in the portal's shape, with the keys named in one more query. */
export async function summarise(rows: SummaryRow[]): Promise<RequestSummary[]> {
  const keys = await db.apiKey.findMany({
    select: { id: true, name: true, mode: true, tail: true },
    where: { id: { in: [...new Set(rows.map((row) => row.apiKeyId))] } },
  });
  const byKeyId = new Map(keys.map((key) => [key.id, key]));
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    method: row.method,
    path: row.path,
    query: row.query,
    status: row.status,
    code: row.code,
    field: row.field,
    durationMs: row.durationMs,
    key: byKeyId.get(row.apiKeyId) ?? { id: row.apiKeyId, name: "unknown key", mode: "live", tail: "" },
  }));
}

export { SUMMARY };
