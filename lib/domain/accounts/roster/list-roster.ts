import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { type CsvColumns, csvStream } from "@/lib/platform/csv-stream";
import { inTransaction, pool } from "@/lib/platform/db";
import { idsStartingWith } from "@/lib/platform/ids";
import { pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { prefixPattern } from "@/lib/platform/like";
import { storedAddress } from "@/lib/platform/wire";
import type { SoloAccount } from "@/prisma/generated/client";
import type { RosterFilters } from "./schemas";

const PAGE = 50;
const EXPORT_PAGE = 1_000;

/** One creator with what the partner sent and what the API answers. */
export type RosterRow = Pick<
  SoloAccount,
  | ("id" | "externalUserId" | "email" | "firstName" | "lastName")
  | ("status" | "suspendReason" | "createdAt" | "verifiedAt" | "suspendedAt")
>;

export type RosterPage = { creators: RosterRow[]; newer: string | null; older: string | null };

const COLUMNS = `id, external_user_id AS "externalUserId", email, first_name AS "firstName", last_name AS "lastName",
  status, suspend_reason AS "suspendReason", created_at AS "createdAt", verified_at AS "verifiedAt",
  suspended_at AS "suspendedAt"`;

/** A page of the partner's creators, newest first, by keyset over the account id. */
export async function listRoster(
  ctx: Ctx<PortalUserActor>,
  { cursor: place, limit = PAGE, ...filters }: RosterFilters & { cursor?: string | undefined; limit?: number },
): Promise<RosterPage> {
  const cursor = readCursor(place);
  const order = readingOrder(cursor);
  const values = new Values();
  const met = conditionsOf(ctx.actor.partnerId, filters, values);
  const beyond = cursor ? ` AND id ${order === "asc" ? ">" : "<"} ${values.add(cursor.id)}` : "";
  // Raw SQL: Prisma's generic plan ignores how common the searched prefix is.
  const { rows: found } = await pool().query<RosterRow>(
    `SELECT ${COLUMNS} FROM solo_accounts WHERE ${met}${beyond} ORDER BY id ${order} LIMIT ${limit + 1}`,
    values.list,
  );
  const { rows, newer, older } = pageOf(found, { limit, cursor });
  return { creators: rows, newer, older };
}

/** All matching creators, newest first, in batches. Stops at `most` rows. */
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

/** Collects a statement's values and returns their placeholders. */
export class Values {
  readonly list: unknown[] = [];
  readonly add = (value: unknown): string => `$${this.list.push(value)}`;
}

/** The SQL conditions of these filters on a partner's accounts. Each has a database index. */
export function conditionsOf(partnerId: string, { find, status, reason }: RosterFilters, { add }: Values): string {
  const met = [`partner_id = ${add(partnerId)}`];
  if (status) met.push(`status = ${add(status)}::solo_status`);
  if (reason) met.push(`suspend_reason = ${add(reason)}::suspend_reason`);
  if (find) met.push(`(${startingWith(find, add).join(" OR ")})`);
  return met.join(" AND ");
}

function startingWith(text: string, add: Values["add"]): string[] {
  const ids = idsStartingWith(text.toLowerCase());
  return [
    `email LIKE ${add(prefixPattern(storedAddress(text)))}`,
    `external_user_id LIKE ${add(prefixPattern(text))}`,
    ...(ids ? [`id BETWEEN ${add(ids.first)} AND ${add(ids.last)}`] : []),
  ];
}

const ROWS_MOST = 1_000_000;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const CSV_COLUMNS: CsvColumns<RosterRow> = [
  ["account_id", (row) => row.id],
  ["external_user_id", (row) => row.externalUserId],
  ["email", (row) => row.email],
  ["first_name", (row) => row.firstName],
  ["last_name", (row) => row.lastName],
  ["status", (row) => row.status],
  ["suspend_reason", (row) => row.suspendReason],
  ["created_at", (row) => iso(row.createdAt)],
  ["verified_at", (row) => iso(row.verifiedAt)],
  ["suspended_at", (row) => iso(row.suspendedAt)],
];

/**
 * Streams the partner's filtered roster as CSV, newest first: what the partner sent and what the API answers. The
 * ledger records who exported before the first row is sent.
 */
export async function exportRoster(
  ctx: Ctx<PortalUserActor>,
  { find, ...filters }: RosterFilters,
): Promise<ReadableStream<Uint8Array>> {
  const subject = { kind: "partner", id: ctx.actor.partnerId } as const;
  // The search text may be an email address, which must not stay in the ledger. Record only that there was one.
  const detail = { ...filters, ...(find && { find: true }) };
  await inTransaction(async (tx) => {
    record(tx, { ctx, action: "roster.exported", subject, detail });
  });
  return csvStream(CSV_COLUMNS, eachCreator(ctx, { find, ...filters }, ROWS_MOST), ctx.actor.partnerId);
}
