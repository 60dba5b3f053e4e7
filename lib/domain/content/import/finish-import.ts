import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import type { ContentImport } from "@/prisma/generated/client";
import { deleteFiles, type ImportKey } from "./import-files";

/** Ends an import, well or with a problem. The file of a dry run stays, for the import that follows. */
export async function finish(id: string, problem: string | null, reachedLine?: number): Promise<void> {
  await deleteHandles(id);
  const over = await inTransaction(async (tx) => {
    const { count } = await tx.contentImport.updateMany({
      where: { id, status: "running", ...(reachedLine !== undefined && { reachedLine }) },
      data: { status: problem ? "failed" : "done", problem, finishedAt: clock.now() },
    });
    if (count === 0) return null;
    const about = await tx.contentImport.findUniqueOrThrow({ where: { id } });
    const { logged, unchanged, differing, takenDown, repeated, refused, dryRun, fileRows, fileSha256 } = about;
    // Not of a file that was checked and could not be read again.
    const sha256 = fileRows === null ? null : fileSha256 && hexOf(fileSha256);
    const counts = { logged, unchanged, differing, takenDown, repeated, refused };
    const detail = { sha256, dryRun, ...counts, ...(problem && { failed: true }) };
    record(tx, { ctx: ctxOf(about), action: "content_import.finished", ...subjectOf(about), detail });
    return about;
  });
  if (!over || (over.dryRun && !problem)) return;
  await deleteFiles(over);
}

/** What the ledger says an import is. */
export const subjectOf = ({ id, partnerId }: ImportKey) => ({
  subject: { kind: "content_import", id } as const,
  partnerId,
});

/** Whoever began it did what it does. What they may was asked then. */
export function ctxOf({ actorKind, actorId, partnerId, requestId }: ContentImport): Ctx {
  return actorKind === "portal_user"
    ? { actor: { kind: "portal_user", partnerId, userId: actorId, role: "admin" }, requestId }
    : { actor: { kind: "system", name: actorId }, requestId };
}

// A file may have millions of rows: deleted at once they would take longer than a transaction may.
const BATCH = 10_000;

/** Deletes what an import knows of the rows that its file has named, a part at a time. */
async function deleteHandles(importId: string): Promise<void> {
  const some = () => db.$executeRaw`
    DELETE FROM content_import_handles WHERE (import_id, handle) IN (
      SELECT import_id, handle FROM content_import_handles WHERE import_id = ${importId} LIMIT ${BATCH})`;
  while ((await some()) === BATCH);
}

/** Deletes what a check found, a part at a time, before the import of the same file reads it; not once that is under way. */
export async function deleteFindings(importId: string): Promise<void> {
  const some = () =>
    inTransaction(async (tx) => {
      const unread = await tx.$queryRaw<unknown[]>`
        SELECT 1 AS locked FROM content_imports WHERE id = ${importId} AND file_rows IS NULL FOR NO KEY UPDATE`;
      if (unread.length === 0) return 0;
      return tx.$executeRaw`
        DELETE FROM content_import_findings WHERE (import_id, line) IN (
          SELECT import_id, line FROM content_import_findings WHERE import_id = ${importId} LIMIT ${BATCH})`;
    });
  while ((await some()) === BATCH);
}

/** Deletes the reports of imports that were over before a moment, a part at a time. Throws between two once the signal aborts. */
export async function deleteReports(before: Date, signal?: AbortSignal): Promise<void> {
  const some = () => db.$executeRaw`
    DELETE FROM content_import_findings WHERE (import_id, line) IN (
      SELECT f.import_id, f.line FROM content_imports i JOIN content_import_findings f ON f.import_id = i.id
      WHERE i.finished_at < ${before} LIMIT ${BATCH})`;
  while ((await some()) === BATCH) signal?.throwIfAborted();
}
