import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import type { ContentImport } from "@/prisma/generated/client";
import { deleteFiles, type ImportKey } from "./import-files";

/** Ends an import, with or without a problem. A successful check keeps its file for the import. */
export async function finishImport(id: string, problem: string | null, reachedLine?: number): Promise<void> {
  await deleteHandles(id);
  const over = await inTransaction(async (tx) => {
    const { count } = await tx.contentImport.updateMany({
      where: { id, status: "running", ...(reachedLine !== undefined && { reachedLine }) },
      data: { status: problem ? "failed" : "done", problem, finishedAt: clock.now() },
    });
    if (count === 0) return null;
    const about = await tx.contentImport.findUniqueOrThrow({ where: { id } });
    const { logged, unchanged, differing, takenDown, repeated, refused, dryRun, fileRows, fileSha256 } = about;
    // Null if the file of an earlier check couldn't be read again.
    const sha256 = fileRows === null ? null : fileSha256 && hexOf(fileSha256);
    const counts = { logged, unchanged, differing, takenDown, repeated, refused };
    const detail = { sha256, dryRun, ...counts, ...(problem && { failed: true }) };
    record(tx, { ctx: ctxOf(about), action: "content_import.finished", ...subjectOf(about), detail });
    return about;
  });
  if (!over || (over.dryRun && !problem)) return;
  await deleteFiles(over);
}

/** An import as the subject of a ledger entry. */
export const subjectOf = ({ id, partnerId }: ImportKey) => ({
  subject: { kind: "content_import", id } as const,
  partnerId,
});

/** The actor is the one who started the import. Their permission was checked then. */
export function ctxOf({ actorKind, actorId, partnerId, requestId }: ContentImport): Ctx {
  return actorKind === "portal_user"
    ? { actor: { kind: "portal_user", partnerId, userId: actorId, role: "admin" }, requestId }
    : { actor: { kind: "system", name: actorId }, requestId };
}

// A file may have millions of rows, too many to delete in one transaction. Uses `ctid`, because these rows never move,
// and outdated statistics of a table that fills and empties can't lead to a bad join plan.
const BATCH = 10_000;

/** Deletes an import's row handles, in batches. */
async function deleteHandles(importId: string): Promise<void> {
  const some = () => db.$executeRaw`
    DELETE FROM content_import_handles WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM content_import_handles WHERE import_id = ${importId} LIMIT ${BATCH}))`;
  while ((await some()) === BATCH);
}

/**
 * Deletes a check's findings, in batches, before the import reads the file. Does nothing once the import has read it.
 */
export async function deleteFindings(importId: string): Promise<void> {
  const some = () =>
    inTransaction(async (tx) => {
      const unread = await tx.$queryRaw<unknown[]>`
        SELECT 1 AS locked FROM content_imports WHERE id = ${importId} AND file_rows IS NULL FOR NO KEY UPDATE`;
      if (unread.length === 0) return 0;
      return tx.$executeRaw`
        DELETE FROM content_import_findings WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM content_import_findings WHERE import_id = ${importId} LIMIT ${BATCH}))`;
    });
  while ((await some()) === BATCH);
}

/**
 * Deletes the reports of imports that finished before this time, in batches. Stops between two when the signal aborts.
 */
export async function deleteReports(before: Date, signal?: AbortSignal): Promise<void> {
  const some = () => db.$executeRaw`
    DELETE FROM content_import_findings WHERE ctid = ANY (ARRAY(
      SELECT f.ctid FROM content_imports i JOIN content_import_findings f ON f.import_id = i.id
      WHERE i.finished_at < ${before} LIMIT ${BATCH}))`;
  while ((await some()) === BATCH) signal?.throwIfAborted();
}
