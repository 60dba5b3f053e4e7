import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { type LedgerAction, record } from "@/lib/domain/core/ledger";
import { type CsvColumns, csvStream } from "@/lib/platform/csv-stream";
import { inTransaction } from "@/lib/platform/db";
import type { Page } from "@/lib/platform/keyset";

const ROWS_MOST = 1_000_000;
const BATCH = 250;

type ListExport<Row> = {
  action: LedgerAction;
  filters: { q?: string | undefined; creator?: string | undefined };
  columns: CsvColumns<Row>;
  /** Reads a page of the filtered list. */
  readPage: (place: { cursor: string | undefined; limit: number }) => Promise<Page<Row>>;
};

/**
 * Streams a list of the partner's as CSV, at most a million rows. The ledger records who exported and with which filters before the
 * first row is sent.
 */
export async function exportList<Row>(
  ctx: Ctx<PortalUserActor>,
  { action, filters, columns, readPage }: ListExport<Row>,
): Promise<ReadableStream<Uint8Array>> {
  const subject = { kind: "partner", id: ctx.actor.partnerId } as const;
  // These texts may be an email address, which must not stay in the ledger. Record only that there was one.
  const { q, creator, ...plain } = filters;
  const detail = { ...plain, ...(q && { q: true }), ...(creator && { creator: true }) };
  await inTransaction(async (tx) => {
    record(tx, { ctx, action, subject, detail });
  });
  return csvStream(columns, eachPage(readPage), ctx.actor.partnerId);
}

async function* eachPage<Row>(readPage: ListExport<Row>["readPage"]): AsyncGenerator<Row[]> {
  let cursor: string | undefined;
  for (let sent = 0; sent < ROWS_MOST; ) {
    const { rows, older } = await readPage({ cursor, limit: Math.min(BATCH, ROWS_MOST - sent) });
    yield rows;
    sent += rows.length;
    if (older === null) return;
    cursor = older;
  }
}
