import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { csvStream } from "@/lib/platform/csv-stream";
import { db, pool } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { timeOfId } from "@/lib/platform/ids";
import { beyondSql, pageOf, readingOrder, readTimedCursor, type TimedCursor } from "@/lib/platform/keyset";
import { prefixPattern } from "@/lib/platform/like";
import type { RequestDetail, RequestFilters, RequestPage, RequestSummary } from "./schemas";

type SummaryRow = Omit<RequestSummary, "at" | "key"> & { at: Date; apiKeyId: string };

// A request's id is slightly older than its row's time. This much difference still finds the partition.
const ID_SLACK_MS = MINUTE_MS;

/** One page of a partner's request log, newest first, by keyset over time and id. */
export async function listRequests(
  ctx: Ctx<PortalUserActor>,
  input: RequestFilters & { cursor?: string | undefined; limit: number },
): Promise<RequestPage> {
  const { partnerId } = ctx.actor;
  // Checked here too. Otherwise a slow search through another partner's rows would reveal that they exist.
  if (input.key && (await db.apiKey.count({ where: { id: input.key, partnerId } })) === 0) {
    return { rows: [], newer: null, older: null };
  }
  const cursor = readTimedCursor(input.cursor);
  const order = readingOrder(cursor);
  const { text, values } = conditions(partnerId, input, cursor);
  // Not with Prisma, whose named statements get plans that can't use partial database indexes.
  const { rows: found } = await pool().query<SummaryRow>(
    `SELECT id, at, method, path, query, status, code, field, duration_ms AS "durationMs", api_key_id AS "apiKeyId"
     FROM request_log WHERE ${text} ORDER BY at ${order}, id ${order} LIMIT ${input.limit + 1}`,
    values,
  );
  const { rows, newer, older } = pageOf(found, { limit: input.limit, cursor, timeOf: (row) => row.at });
  return { rows: await summarize(rows), newer, older };
}

/** All matching requests, newest first, in batches for exports. Stops at `max` rows. */
export async function* eachRequest(
  ctx: Ctx<PortalUserActor>,
  filters: RequestFilters,
  max: number,
): AsyncGenerator<RequestSummary[]> {
  let cursor: string | undefined;
  for (let sent = 0; sent < max; ) {
    const page = await listRequests(ctx, { ...filters, cursor, limit: Math.min(1000, max - sent) });
    yield page.rows;
    sent += page.rows.length;
    if (page.older === null) return;
    cursor = page.older;
  }
}

function conditions(
  partnerId: string,
  filters: RequestFilters,
  cursor: TimedCursor | null,
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const met: string[] = [];
  const add = (condition: (value: string) => string, value: unknown) => met.push(condition(`$${values.push(value)}`));
  add((id) => `partner_id = ${id}`, partnerId);
  if (filters.status) add((value) => `status_class = ${value}`, Number(filters.status[0]));
  if (filters.status && !filters.status.endsWith("xx")) add((value) => `status = ${value}`, Number(filters.status));
  if (filters.method) add((value) => `method = ${value}`, filters.method);
  if (filters.path) add((value) => `path LIKE ${value}`, prefixPattern(filters.path));
  if (filters.key) add((value) => `api_key_id = ${value}`, filters.key);
  if (filters.from) add((value) => `at >= ${value}`, filters.from);
  if (filters.to) add((value) => `at < ${value}`, filters.to);
  if (filters.request) {
    const { from, to } = aroundId(filters.request);
    add((value) => `id = ${value}`, filters.request);
    add((value) => `at >= ${value}`, from);
    add((value) => `at <= ${value}`, to);
  }
  if (cursor) met.push(beyondSql(cursor, { at: `$${values.push(cursor.at)}`, id: `$${values.push(cursor.id)}` }));
  return { text: met.join(" AND "), values };
}

/** An id contains its time, so a lookup reads a single day. Text that isn't an id matches nothing. */
export function aroundId(id: string): { from: Date; to: Date } {
  const made = timeOfId(id)?.getTime() ?? 0;
  return { from: new Date(made - ID_SLACK_MS), to: new Date(made + ID_SLACK_MS) };
}

/** Rows as the portal shows them. Adds key names with one more query. */
export async function summarize(rows: SummaryRow[]): Promise<RequestSummary[]> {
  const keys = await db.apiKey.findMany({
    select: { id: true, name: true, mode: true, prefix: true },
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
    key: byKeyId.get(row.apiKeyId) ?? { id: row.apiKeyId, name: "unknown key", mode: "live", prefix: "" },
  }));
}

const headers = z.record(z.string(), z.string()).catch({});

/** One of the partner's logged requests, with all details. Throws `NotFound`, also for another partner's. */
export async function getRequest(ctx: Ctx<PortalUserActor>, requestId: string): Promise<RequestDetail> {
  const { from, to } = aroundId(requestId);
  const row = await db.requestLog.findFirst({
    where: { partnerId: ctx.actor.partnerId, id: requestId, at: { gte: from, lte: to } },
  });
  const [summary] = row ? await summarize([row]) : [];
  if (!row || !summary) throw new NotFound("This request isn't in your log");
  return {
    ...summary,
    route: row.route,
    ip: row.ip,
    userAgent: row.userAgent,
    requestHeaders: headers.parse(row.requestHeaders),
    requestBody: row.requestBody,
    responseHeaders: headers.parse(row.responseHeaders),
    responseBody: row.responseBody,
  };
}

const MAX_ROWS = 100_000;
const COLUMNS: [string, (row: RequestSummary) => string | number | null][] = [
  ["request_id", (row) => row.id],
  ["at", (row) => row.at],
  ["method", (row) => row.method],
  ["path", (row) => row.path],
  ["query", (row) => row.query],
  ["status", (row) => row.status],
  ["code", (row) => row.code],
  ["field", (row) => row.field],
  ["duration_ms", (row) => row.durationMs],
  ["key_id", (row) => row.key.id],
  ["key_name", (row) => row.key.name],
];

/** The matching requests as a CSV stream, newest first, without bodies. At most 100,000 rows. */
export const exportRequests = (ctx: Ctx<PortalUserActor>, filters: RequestFilters): ReadableStream<Uint8Array> =>
  csvStream(COLUMNS, eachRequest(ctx, filters, MAX_ROWS), ctx.actor.partnerId);
