import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { type CsvColumns, csvStream } from "@/lib/platform/csv-stream";
import { inTransaction } from "@/lib/platform/db";
import { listUploadSessions } from "./list-sessions";
import type { SessionFilters, SessionRow } from "./schemas";

const ROWS_MOST = 1_000_000;
const BATCH = 1_000;

// The names of the API.
const COLUMNS: CsvColumns<SessionRow> = [
  ["sessionId", (row) => row.id],
  ["contentId", (row) => row.contentId],
  ["contentTitle", (row) => row.contentTitle],
  ["contentType", (row) => row.contentType],
  ["path", (row) => row.path],
  ["status", (row) => row.status],
  ["uploaderAccountId", (row) => row.creator.accountId],
  ["uploaderExternalUserId", (row) => row.creator.externalUserId],
  ["createdAt", (row) => row.createdAt],
  ["expiresAt", (row) => row.expiresAt],
  ["completedAt", (row) => row.completedAt],
  ["sceneId", (row) => row.sceneId],
];

/** Streams the partner's filtered upload sessions as CSV, newest first. The ledger records who exported before the first row is sent. */
export async function exportUploadSessions(
  ctx: Ctx<PortalUserActor>,
  filters: SessionFilters,
): Promise<ReadableStream<Uint8Array>> {
  const subject = { kind: "partner", id: ctx.actor.partnerId } as const;
  // These texts may be an email address, which must not stay in the ledger. Record only that there was one.
  const { q, creator, ...plain } = filters;
  const detail = { ...plain, ...(q && { q: true }), ...(creator && { creator: true }) };
  await inTransaction(async (tx) => {
    record(tx, { ctx, action: "upload_session_list.exported", subject, detail });
  });
  return csvStream(COLUMNS, eachSession(ctx, filters));
}

async function* eachSession(ctx: Ctx<PortalUserActor>, filters: SessionFilters): AsyncGenerator<SessionRow[]> {
  let cursor: string | undefined;
  for (let sent = 0; sent < ROWS_MOST; ) {
    const page = await listUploadSessions(ctx, { ...filters, cursor, limit: Math.min(BATCH, ROWS_MOST - sent) });
    yield page.rows;
    sent += page.rows.length;
    if (page.older === null) return;
    cursor = page.older;
  }
}
