import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { csvStream } from "@/lib/platform/csv-stream";
import { inTransaction } from "@/lib/platform/db";
import type { ContentFilters, ContentRow } from "./list-schemas";
import { eachContent } from "./queries";

const ROWS_MOST = 1_000_000;

const COLUMNS: [string, (row: ContentRow) => string | null][] = [
  ["depiction_id", (row) => row.id],
  ["external_content_id", (row) => row.externalContentId],
  ["title", (row) => row.title],
  ["content_url", (row) => row.contentUrl],
  ["content_type", (row) => row.contentType],
  ["account_id", (row) => row.creator.accountId],
  ["external_user_id", (row) => row.creator.externalUserId],
  ["production_date", (row) => row.productionDate],
  ["logged_at", (row) => row.createdAt],
  ["compliance_copy", (row) => (row.copy === "late" ? "pending" : row.copy)],
  ["removed_at", (row) => row.removal?.at ?? null],
  ["removed_by", (row) => row.removal?.by ?? null],
  ["removal_reason", (row) => row.removal?.reason ?? null],
];

/**
 * The partner's content log, narrowed by the list's filters, as CSV, streamed batch by batch, the newest first. Who took it
 * along, and by which filters, is in the ledger before the first row leaves. At most a million rows.
 */
export async function exportContent(
  ctx: Ctx<PortalUserActor>,
  filters: ContentFilters,
): Promise<ReadableStream<Uint8Array>> {
  const { partnerId } = ctx.actor;
  // What was looked for may be somebody's address, which the ledger would keep for good: that it was is enough.
  const { q, creator, ...plain } = filters;
  const detail = { ...plain, ...(q && { q: true }), ...(creator && { creator: true }) };
  await inTransaction(async (tx) => {
    record(tx, { ctx, action: "content_log.exported", subject: { kind: "partner", id: partnerId }, detail });
  });
  return csvStream(COLUMNS, eachContent(ctx, filters, ROWS_MOST));
}
