import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { type CsvColumns, csvStream } from "@/lib/platform/csv-stream";
import { inTransaction } from "@/lib/platform/db";
import { eachCreator, type RosterRow } from "./list-roster";
import type { RosterFilters } from "./schemas";

const ROWS_MOST = 1_000_000;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const COLUMNS: CsvColumns<RosterRow> = [
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
 * The partner's roster, narrowed by the list's filters, as CSV, streamed batch by batch, the newest first: what the partner
 * sent and what the API tells, nothing else. Who took it along is in the ledger before the first row leaves.
 */
export async function exportRoster(
  ctx: Ctx<PortalUserActor>,
  { find, ...filters }: RosterFilters,
): Promise<ReadableStream<Uint8Array>> {
  const subject = { kind: "partner", id: ctx.actor.partnerId } as const;
  // What was looked for may be somebody's address, which the ledger would keep for good: that it was is enough.
  const detail = { ...filters, ...(find && { find: true }) };
  await inTransaction(async (tx) => {
    record(tx, { ctx, action: "roster.exported", subject, detail });
  });
  return csvStream(COLUMNS, eachCreator(ctx, { find, ...filters }, ROWS_MOST));
}
