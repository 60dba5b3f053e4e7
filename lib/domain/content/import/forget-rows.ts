import { db, inTransaction } from "@/lib/platform/db";

// A file may have millions of rows: deleted at once they would take longer than a transaction may.
const BATCH = 10_000;

/** Deletes what an import knows of the rows that its file has named, a part at a time. */
export async function forgetHandles(importId: string): Promise<void> {
  const some = () => db.$executeRaw`
    DELETE FROM content_import_handles WHERE (import_id, handle) IN (
      SELECT import_id, handle FROM content_import_handles WHERE import_id = ${importId} LIMIT ${BATCH})`;
  while ((await some()) === BATCH);
}

/** Deletes what a check found, a part at a time, before the import of the same file reads it; not once that is under way. */
export async function forgetCheck(importId: string): Promise<void> {
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
export async function forgetReports(before: Date, signal?: AbortSignal): Promise<void> {
  const some = () => db.$executeRaw`
    DELETE FROM content_import_findings WHERE (import_id, line) IN (
      SELECT f.import_id, f.line FROM content_imports i JOIN content_import_findings f ON f.import_id = i.id
      WHERE i.finished_at < ${before} LIMIT ${BATCH})`;
  while ((await some()) === BATCH) signal?.throwIfAborted();
}
