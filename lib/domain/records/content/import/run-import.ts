import { createHash } from "node:crypto";
import { z } from "zod";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, sqlState, type Tx } from "@/lib/platform/db";
import { FileProblem } from "@/lib/platform/file-text";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { ObjectMissing } from "@/lib/platform/storage/object-storage";
import { storage } from "@/lib/platform/storage/storage";
import type { ContentImport } from "@/prisma/generated/client";
import { type CheckedRow, checkRow } from "./check-row";
import { ctxOf, deleteFindings, finishImport, subjectOf } from "./finish-import";
import { importKey, keepArrived } from "./import-files";
import { FORMATS, readRows } from "./read-rows";
import { writeBatch } from "./write-batch";

const TASK = "import_content";
const BATCH = 500;
// With this many refused rows, it's probably the wrong file.
const REFUSED_MAX = 100_000;
const SO_MANY = REFUSED_MAX.toLocaleString("en");

/**
 * Queues an import to run after the transaction commits and after the partner's earlier ones. Queueing twice runs it
 * once.
 */
export const queueImport = (tx: Pick<Tx, "$executeRaw">, { id, partnerId }: ImportKey): Promise<void> =>
  enqueue(tx, TASK, { importId: id }, { jobKey: `import ${id}`, queueName: `imports ${partnerId}` });

type ImportKey = Pick<ContentImport, "id" | "partnerId">;

/**
 * Runs an import. Reads the whole file once, so that an invalid file changes nothing, then writes its rows in batches.
 * After a crash it continues after the last batch.
 */
export const importContentTask = defineTask(
  TASK,
  z.object({ importId: z.string() }),
  async ({ importId }, { signal, lastAttempt }) => {
    const started = await start(importId);
    if (!started) return;
    try {
      const ready = started.fileRows === null ? await inspect(started) : started;
      await writeAll(ready, signal);
    } catch (error) {
      const problem = inWords(error, lastAttempt);
      if (!problem) throw error;
      await finishImport(importId, problem);
    }
  },
  { slot: "long" },
);

function inWords(error: unknown, lastAttempt: boolean): string | null {
  if (error instanceof FileProblem) return error.message;
  if (error instanceof ObjectMissing) return "The file was deleted. Upload it again.";
  return lastAttempt ? "The import failed on our side. Start it again. Existing records won’t change." : null;
}

async function start(id: string): Promise<ContentImport | null> {
  await db.contentImport.updateMany({
    where: { id, status: "waiting" },
    data: { status: "running", startedAt: clock.now() },
  });
  return db.contentImport.findFirst({ where: { id, status: "running" } });
}

/** Reads the whole file before writing anything: its hash, its row count, and whether it's readable to the end. */
async function inspect(about: ContentImport): Promise<ContentImport> {
  await keepArrived(about);
  await deleteFindings(about.id);
  const hash = createHash("sha256");
  let rows = 0;
  let unread = 0;
  for await (const { line, unreadable } of await open(about, (bytes) => hash.update(bytes))) {
    rows++;
    if (unreadable === null || ++unread <= REFUSED_MAX) continue;
    throw new FileProblem(`More than ${SO_MANY} rows can’t be read. The last one, on line ${line}: ${unreadable}`);
  }
  if (rows === 0) throw new FileProblem("The file has no rows.");
  const sha256 = hash.digest();
  return inTransaction(async (tx) => {
    const { count } = await tx.contentImport.updateMany({
      where: { id: about.id, status: "running", fileRows: null },
      data: { fileSha256: sha256, fileRows: rows },
    });
    if (count > 0) {
      const detail = { sha256: sha256.toString("hex"), bytes: about.fileBytes, rows, dryRun: about.dryRun };
      record(tx, { ctx: ctxOf(about), action: "content_import.started", ...subjectOf(about), detail });
    }
    return tx.contentImport.findUniqueOrThrow({ where: { id: about.id } });
  });
}

async function open(about: ContentImport, look: (bytes: Buffer) => void = () => {}) {
  const file = await storage().get(importKey(about));
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const bytes of file) {
      look(bytes);
      yield bytes;
    }
  }
  return readRows(pieces(), z.enum(FORMATS).parse(about.format));
}

async function writeAll(about: ContentImport, signal: AbortSignal | undefined): Promise<void> {
  let reached = about.reachedLine;
  let rows: CheckedRow[] = [];
  const write = async () => {
    if (rows.length === 0) return true;
    signal?.throwIfAborted();
    if (!(await writeRows(about, reached, rows))) return false;
    reached = rows.at(-1)?.end ?? reached;
    rows = [];
    return true;
  };
  for await (const read of await open(about)) {
    if (read.end <= about.reachedLine) continue;
    rows.push(checkRow(read));
    if (rows.length === BATCH && !(await write())) return;
  }
  if (await write()) await finishImport(about.id, null, reached);
}

const DATA_AT_FAULT = /^2[23]/;

/** Writes rows together. If the database rejects the data of one, finds it by halving and refuses only that row. */
async function writeRows(about: ContentImport, reached: number, rows: readonly CheckedRow[]): Promise<boolean> {
  try {
    const written = await writeBatch(ctxOf(about), about.id, { reached, rows });
    if (written) await assertFewRefused(about.id);
    return written;
  } catch (error) {
    const [first] = rows;
    if (!first?.row && rows.length <= 1) throw error;
    if (!DATA_AT_FAULT.test(sqlState(error) ?? "")) throw error;
    if (rows.length === 1 && first) {
      const { line, end, externalContentId } = first;
      const refusal = "the row has something that can’t be stored";
      return writeRows(about, reached, [{ line, end, externalContentId, row: null, refusal }]);
    }
    const half = Math.ceil(rows.length / 2);
    const head = rows.slice(0, half);
    if (!(await writeRows(about, reached, head))) return false;
    return writeRows(about, head.at(-1)?.end ?? reached, rows.slice(half));
  }
}

async function assertFewRefused(id: string): Promise<void> {
  const { refused } = await db.contentImport.findUniqueOrThrow({ where: { id }, select: { refused: true } });
  if (refused <= REFUSED_MAX) return;
  throw new FileProblem(`More than ${SO_MANY} rows were refused. Fix the rows in the report and re-import.`);
}
