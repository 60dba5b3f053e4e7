import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { csvStream } from "@/lib/platform/csv-stream";
import { db, inTransaction } from "@/lib/platform/db";
import type { ContentFilters, ContentRow } from "./list-schemas";
import { eachContent } from "./queries";

const ROWS_MOST = 1_000_000;

// Named as a log call and the columns of an import are.
const COLUMNS: [string, (row: ExportedRow) => string | number | null][] = [
  ["depictionId", (row) => row.id],
  ["contentLogId", (row) => row.contentLogId],
  ["externalContentId", (row) => row.externalContentId],
  ["title", (row) => row.title],
  ["contentUrl", (row) => row.contentUrl],
  ["contentType", (row) => row.contentType],
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
  return csvStream(COLUMNS, eachExported(partnerId, eachContent(ctx, filters, ROWS_MOST)));
}

type ExportedRow = ContentRow & {
  contentLogId: string;
  fileHash: string | null;
  copyMimeType: string | null;
  copyBytes: number | null;
  copySha256: string | null;
  copyStoredAt: string | null;
};

/** The list's rows with what the list does not show. */
async function* eachExported(partnerId: string, batches: AsyncGenerator<ContentRow[]>): AsyncGenerator<ExportedRow[]> {
  for await (const rows of batches) {
    const found = await db.depiction.findMany({
      where: { id: { in: rows.map(({ id }) => id) }, partnerId },
      select: {
        id: true,
        contentLogId: true,
        fileHash: true,
        copyMimeType: true,
        copyBytes: true,
        keptSha256: true,
        keptAt: true,
      },
    });
    const byId = new Map(found.map((more) => [more.id, more]));
    yield rows.flatMap((row) => {
      const more = byId.get(row.id);
      // Erased since the list was read.
      if (!more) return [];
      const { contentLogId, copyMimeType, copyBytes } = more;
      const hashes = { fileHash: hexOf(more.fileHash), copySha256: hexOf(more.keptSha256) };
      const copyStoredAt = more.keptAt?.toISOString() ?? null;
      return [{ ...row, contentLogId, copyMimeType, copyBytes, ...hashes, copyStoredAt }];
    });
  }
}

const hexOf = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString("hex");
