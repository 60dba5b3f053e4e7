import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { limitConcurrency } from "@/lib/platform/concurrency";
import { csvStream } from "@/lib/platform/csv-stream";
import { db, inTransaction } from "@/lib/platform/db";
import { eachContent } from "./list-content";
import type { ContentFilters, ContentRow } from "./schemas";

const ROWS_MOST = 1_000_000;
/** Each export keeps a batch in memory while its client reads. Further exports wait for one to end. */
const exportSlots = limitConcurrency("content exports", { total: 32, perKey: 2, waiting: 20 });

// The same names as in a log call and an import file.
const COLUMNS: [string, (row: ExportedRow) => string | number | null][] = [
  ["depictionId", (row) => row.id],
  ["contentLogId", (row) => row.contentLogId],
  ["externalContentId", (row) => row.externalContentId],
  ["title", (row) => row.title],
  ["contentUrl", (row) => row.contentUrl],
  ["contentType", (row) => row.contentType],
  ["platform", (row) => row.platform],
  ["accountId", (row) => row.creator.accountId],
  ["externalUserId", (row) => row.creator.externalUserId],
  ["productionDate", (row) => row.productionDate],
  ["fileHash", (row) => row.fileHash],
  ["loggedAt", (row) => row.createdAt],
  ["complianceCopy", (row) => (row.copy === "late" ? "pending" : row.copy)],
  ["complianceCopyMimeType", (row) => row.copyMimeType],
  ["complianceCopySizeBytes", (row) => row.copyBytes],
  ["complianceCopySha256", (row) => row.copySha256],
  ["complianceCopyStoredAt", (row) => row.copyStoredAt],
  ["removedAt", (row) => row.removal?.at ?? null],
  ["removedBy", (row) => row.removal?.by ?? null],
  ["removalReason", (row) => row.removal?.reason ?? null],
];

/**
 * Streams the partner's filtered content log as CSV, newest first, at most a million rows. The ledger records who
 * exported and with which filters before the first row is sent. Throws `Unavailable` if too many of the partner's
 * exports wait.
 */
export async function exportContent(
  ctx: Ctx<PortalUserActor>,
  filters: ContentFilters,
): Promise<ReadableStream<Uint8Array>> {
  const { partnerId } = ctx.actor;
  // The search text may be an email address, which must not stay in the ledger. Record only that there was one.
  const { q, creator, ...plain } = filters;
  const detail = { ...plain, ...(q && { q: true }), ...(creator && { creator: true }) };
  const rows = eachExported(partnerId, eachContent(ctx, filters, ROWS_MOST));
  // Waits for a free slot. From here on, closing the generator frees it.
  await rows.next();
  try {
    await inTransaction(async (tx) => {
      record(tx, { ctx, action: "content_log.exported", subject: { kind: "partner", id: partnerId }, detail });
    });
  } catch (error) {
    await rows.return(undefined);
    throw error;
  }
  return csvStream(COLUMNS, rows, partnerId);
}

type ExportColumns = {
  contentLogId: string;
  contentType: string;
  platform: string;
  fileHash: string | null;
  copyMimeType: string | null;
  copyBytes: number | null;
  copySha256: string | null;
  copyStoredAt: string | null;
};
type ExportedRow = ContentRow & ExportColumns;

/**
 * The list's rows with the extra export columns, preceded by an empty batch once a slot is free. Records erased
 * meanwhile are left out.
 */
async function* eachExported(partnerId: string, batches: AsyncGenerator<ContentRow[]>): AsyncGenerator<ExportedRow[]> {
  const leave = await exportSlots.enter(partnerId);
  try {
    yield [];
    for await (const rows of batches) yield* withExportColumns(partnerId, rows);
  } finally {
    leave();
  }
}

async function* withExportColumns(partnerId: string, rows: readonly ContentRow[]): AsyncGenerator<ExportedRow[]> {
  const found = await exportColumnsOf(
    partnerId,
    rows.map(({ id }) => id),
  );
  let together: ExportedRow[] = [];
  for (const row of rows) {
    const more = found.get(row.id);
    if (!more) continue;
    const { contentType } = more;
    if (contentType !== null) {
      together.push({ ...row, ...more, contentType });
      continue;
    }
    yield together;
    together = [];
    const long = await db.depiction.findUnique({ where: { id: row.id }, select: { contentType: true } });
    if (long) yield [{ ...row, ...more, ...long }];
  }
  yield together;
}

type ExportColumnsRow = Omit<ExportColumns, "contentType" | "copyStoredAt"> & {
  contentType: string | null;
  copyStoredAt: Date | null;
};

// A content type may be as long as a request. Long ones are read one by one, because a batch could be a gigabyte.
const TYPE_MAX = 1_000;

/** The extra columns by record id, with null for a long content type. */
async function exportColumnsOf(partnerId: string, ids: readonly string[]) {
  const found = await db.$queryRaw<(ExportColumnsRow & { id: string })[]>`
    SELECT id, content_log_id AS "contentLogId", platform, encode(file_hash, 'hex') AS "fileHash", copy_mime_type AS "copyMimeType",
      CASE WHEN octet_length(content_type) <= ${TYPE_MAX} THEN content_type END AS "contentType",
      copy_bytes AS "copyBytes", encode(kept_sha256, 'hex') AS "copySha256", kept_at AS "copyStoredAt"
    FROM depictions WHERE id = ANY(${ids}::text[]) AND partner_id = ${partnerId}`;
  return new Map(
    found.map(({ id, copyStoredAt, ...more }) => [id, { ...more, copyStoredAt: copyStoredAt?.toISOString() ?? null }]),
  );
}
