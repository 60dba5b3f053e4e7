import { createReadStream } from "node:fs";
import { lstat, open, rm, stat, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import { z } from "zod";
import {
  getImport,
  type Importer,
  type ImportState,
  keepImportFile,
  reportImport,
  rowsDone,
  rowsReported,
  startImport,
} from "@/lib/domain/records/content";
import { NotFound } from "@/lib/platform/errors";
import { CommandFailed, orUnreadable, type Run, type Tell } from "./report";

const Options = z.object({
  partner: z.string(),
  file: z.string(),
  dryRun: z.boolean().default(false),
  report: z.string().optional(),
});

const POLL_MS = 300;
const PROGRESS_EVERY_MS = 3_000;
const NO_WORKER_AFTER_MS = 10_000;

/** `content import`. */
export function addContentCommands(root: Command, run: Run): void {
  root
    .command("content")
    .description("the content log")
    .command("import")
    .description("import a partner's records from a CSV or JSONL file; existing records don't change")
    .requiredOption("--partner <partner-id>", "the partner that owns the records")
    .requiredOption("--file <file>", "a .csv with a header line, or a .jsonl with one object per line")
    .option("--dry-run", "check every row and write nothing")
    .option("--report <file>", "write the rejected rows and the reasons to this CSV file")
    .action((options: unknown) =>
      run(
        async (ctx, tell) => {
          const asked = Options.parse(options);
          const { partner: partnerId, report } = asked;
          const importId = await uploadAndStart(ctx, asked);
          const json = root.opts().json === true;
          const state = await followImport(ctx, { partnerId, importId, json, tell });
          if (report) {
            await writeFile(report, await reportImport(ctx, { partnerId, importId }));
          }
          if (state.status === "done" && !json) for (const line of importEnding(state, report)) tell(line);
          return answerOf(state);
        },
        { failed: ({ status }) => status === "failed" },
      ),
    );
}

async function uploadAndStart(
  ctx: Importer,
  { partner: partnerId, file, dryRun, report }: z.output<typeof Options>,
): Promise<string> {
  const about = await stat(file).catch(orUnreadable(`--file: cannot read ${file}`));
  if (!about.isFile()) throw new CommandFailed(`--file: ${file} is not a file.`);
  const fileName = basename(file);
  const read = () => createReadStream(file);
  if (report) await assertWritable(report);
  const importId = await keepImportFile(ctx, { partnerId, fileName, bytes: about.size, file: read }).catch((error) => {
    throw error instanceof NotFound ? new CommandFailed(`There is no partner ${partnerId}.`) : error;
  });
  await startImport(ctx, { partnerId, importId, fileName, dryRun });
  return importId;
}

// Checked before the import, so that an error means nothing was imported. Keeps an existing report until then, and leaves no
// empty one behind.
async function assertWritable(report: string): Promise<void> {
  const isThere = (await lstat(report).catch(() => null)) !== null;
  try {
    await (await open(report, isThere ? "a" : "ax")).close();
    if (!isThere) await rm(report);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such folder" : message;
    throw new CommandFailed(`--report: cannot write ${report}: ${reason}. Nothing was imported.`);
  }
}

/** Polls an import until it ends, and prints its progress. The import continues if this process stops. */
async function followImport(
  ctx: Importer,
  { partnerId, importId, json, tell }: { partnerId: string; importId: string; json: boolean; tell: Tell },
): Promise<ImportState> {
  let toldAt = Date.now();
  const began = Date.now();
  let isWarned = false;
  for (;;) {
    const { state } = await getImport(ctx, { partnerId, importId });
    if (state.status === "done" || state.status === "failed") return state;
    const now = Date.now();
    if (state.status === "waiting" && now - began > NO_WORKER_AFTER_MS && !isWarned) {
      isWarned = true;
      tell(`Import ${importId} is waiting for a worker. Is the service running? It starts once a worker is free.`);
    }
    if (!json && state.status === "running" && now - toldAt > PROGRESS_EVERY_MS) {
      toldAt = now;
      tell(importProgress(state));
    }
    await wait(POLL_MS);
  }
}

function answerOf(state: ImportState) {
  const { id: importId, status, dryRun, rows, sha256, problem } = state;
  const { logged, unchanged, differing, takenDown, repeated, refused } = state;
  return {
    importId,
    status,
    dryRun,
    rows,
    logged,
    unchanged,
    differing,
    takenDown,
    repeated,
    refused,
    sha256,
    problem,
  };
}

/** The progress of an import in words. */
function importProgress(state: ImportState): string {
  if (state.rows === null) return "Reading the file …";
  const done = rowsDone(state);
  const share = Math.floor((100 * done) / state.rows);
  return `${done.toLocaleString("en")} of ${state.rows.toLocaleString("en")} rows (${share} %), ${state.refused.toLocaleString("en")} refused`;
}

/** Notes on a finished import, one per line. `report` is the file with the rejected rows. */
function importEnding(state: ImportState, report: string | undefined): string[] {
  const inWords = (rows: number) => (rows === 1 ? "1 row" : `${rows.toLocaleString("en")} rows`);
  const lines: string[] = [];
  if (state.dryRun) lines.push(`Dry run: nothing was written. ${inWords(state.logged)} would be logged.`);
  const left = rowsReported(state);
  if (left > 0) lines.push(`${inWords(left)} not imported as sent. See ${report ?? "--report FILE"} for the reasons.`);
  return lines;
}
