import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { type CsvColumns, csvStream } from "@/lib/platform/csv-stream";
import { inTransaction } from "@/lib/platform/db";
import { listProductions, type ProductionRow } from "../list-productions";
import type { ProductionFilters } from "./schemas";

const ROWS_MOST = 1_000_000;
const BATCH = 1_000;

// The names of the API.
const COLUMNS: CsvColumns<ProductionRow> = [
  ["productionId", (row) => row.id],
  ["title", (row) => row.title],
  ["producer", (row) => row.producerName],
  ["productionDate", (row) => row.productionDate.toISOString()],
  ["status", (row) => row.status],
  ["performerCount", (row) => row.performerCount],
  ["waitingCount", (row) => row.waitingCount + row.reviewCount + row.lostCount],
  ["depictionCount", (row) => row.depictionCount],
  ["certificateId", (row) => row.certificate?.id ?? null],
  ["certificateStatus", (row) => row.certificate?.status ?? null],
  ["certificateExpiresAt", (row) => row.certificate?.expiresAt.toISOString() ?? null],
  ["createdAt", (row) => row.createdAt.toISOString()],
];

/**
 * Streams the filtered productions that are linked to the partner as CSV, newest first. The ledger records who exported before
 * the first row is sent.
 */
export async function exportProductions(
  ctx: Ctx<PortalUserActor>,
  filters: ProductionFilters,
): Promise<ReadableStream<Uint8Array>> {
  const subject = { kind: "partner", id: ctx.actor.partnerId } as const;
  // The search text may be an email address, which must not stay in the ledger. Record only that there was one.
  const { q, ...plain } = filters;
  const detail = { ...plain, ...(q && { q: true }) };
  await inTransaction(async (tx) => {
    record(tx, { ctx, action: "production_list.exported", subject, detail });
  });
  return csvStream(COLUMNS, eachProduction(ctx, filters));
}

async function* eachProduction(ctx: Ctx<PortalUserActor>, filters: ProductionFilters): AsyncGenerator<ProductionRow[]> {
  let cursor: string | undefined;
  for (let sent = 0; sent < ROWS_MOST; ) {
    const page = await listProductions(ctx, { ...filters, cursor, limit: Math.min(BATCH, ROWS_MOST - sent) });
    yield page.rows;
    sent += page.rows.length;
    if (page.older === null) return;
    cursor = page.older;
  }
}
