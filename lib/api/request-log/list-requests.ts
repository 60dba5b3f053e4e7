import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { field, filter, partnerList, type RowIn, same } from "@/lib/domain/core/lists";
import { db, Prisma } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { timeOfId } from "@/lib/platform/ids";

const { sql } = Prisma;

// A request's id is slightly older than its row's time. This much difference still finds the partition.
const ID_SLACK_MS = MINUTE_MS;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
const MAX_ROWS = 100_000;

/** The partner's request log, newest first, without bodies. */
export const requestList = partnerList({
  from: "request_log",
  scope: ({ actor }) => sql`partner_id = ${actor.partnerId}`,
  order: { first: "newest", at: "at" },
  select: {
    id: field.text("id"),
    at: field.iso("at"),
    method: field.text("method"),
    path: field.text("path"),
    query: field.of<string | null>("query"),
    status: field.count("status"),
    code: field.of<string | null>("code"),
    field: field.of<string | null>("field"),
    durationMs: field.count("duration_ms"),
    apiKeyId: field.text("api_key_id"),
  },
  filters: {
    /** A class ("4xx") or one exact status ("404"). */
    status: filter.formed(/^([2345]xx|[1-5]\d\d)$/, (status) =>
      status.endsWith("xx")
        ? sql`status_class = ${Number(status[0])}`
        : sql`status_class = ${Number(status[0])} AND status = ${Number(status)}`,
    ),
    method: filter.oneOf(METHODS, filter.is("method")),
    path: filter.typed(500, filter.startsWith("path")),
    /** Not another partner's: a slow search through its rows would reveal that they exist. */
    key: filter.typed(
      25,
      async (id, { actor: { partnerId } }: Ctx<PortalUserActor>) =>
        (await db.apiKey.count({ where: { id, partnerId } })) > 0 && sql`api_key_id = ${id}`,
    ),
    ...filter.timesIn(
      (at) => sql`at >= ${at}`,
      (at) => sql`at < ${at}`,
    ),
    request: filter.typed(64, (id) => {
      const { from, to } = aroundId(id);
      return sql`id = ${id} AND at >= ${from} AND at <= ${to}`;
    }),
  },
  present: withKeys,
}).exported({
  file: "requests",
  action: "request_list.exported",
  most: MAX_ROWS,
  columns: {
    request_id: "id",
    ...same("at", "method", "path", "query", "status", "code", "field"),
    duration_ms: "durationMs",
    key_id: ({ key }) => key.id,
    key_name: ({ key }) => key.name,
  },
});

export type RequestSummary = RowIn<typeof requestList>;

/** An id contains its time, so a lookup reads a single day. Text that isn't an id matches nothing. */
function aroundId(id: string): { from: Date; to: Date } {
  const made = timeOfId(id)?.getTime() ?? 0;
  return { from: new Date(made - ID_SLACK_MS), to: new Date(made + ID_SLACK_MS) };
}

/** Rows with the names of their keys, which another query reads. */
async function withKeys<Row extends { apiKeyId: string }>(rows: Row[]) {
  const keys = await db.apiKey.findMany({
    select: { id: true, name: true, mode: true, prefix: true },
    where: { id: { in: [...new Set(rows.map((row) => row.apiKeyId))] } },
  });
  const byId = new Map(keys.map((key) => [key.id, key]));
  return rows.map(({ apiKeyId: id, ...row }) => ({
    ...row,
    key: byId.get(id) ?? { id, name: "unknown key", mode: "live" as const, prefix: "" },
  }));
}

/** One of the partner's logged requests, with all details. Throws `NotFound`, also for another partner's. */
export async function getRequest(ctx: Ctx<PortalUserActor>, requestId: string) {
  const [summary] = (await requestList.read(ctx, { request: requestId, limit: 1 })).rows;
  const { at, id } = summary ?? {};
  const { partnerId } = ctx.actor;
  const kept =
    at && id && (await db.requestLog.findUnique({ where: { partnerId_at_id: { partnerId, at, id } }, select }));
  if (!summary || !kept) throw new NotFound("This request isn't in your log");
  return {
    ...summary,
    ...kept,
    requestHeaders: headers.parse(kept.requestHeaders),
    responseHeaders: headers.parse(kept.responseHeaders),
  };
}

const headers = z.record(z.string(), z.string()).catch({});
const select = {
  ...{ route: true, ip: true, userAgent: true },
  ...{ requestHeaders: true, requestBody: true, responseHeaders: true, responseBody: true },
} as const;

export type RequestDetail = Awaited<ReturnType<typeof getRequest>>;
