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
} from "@/lib/domain/content";
import { NotFound } from "@/lib/platform/errors";
import type { Run } from "./program";
import { CommandFailed, tell } from "./report";

const Options = z.object({
  partner: z.string(),
  file: z.string(),
  dryRun: z.boolean().default(false),
  report: z.string().optional(),
});

const LOOK_AGAIN_MS = 300;
const TELL_EVERY_MS = 3_000;
const NOBODY_AFTER_MS = 10_000;

/** `content import`. */
export function addContentCommands(root: Command, run: Run): void {
  root
    .command("content")
    .description("the content log")
    .command("import")
    .description("bring in a partner's records from a CSV or JSONL file; those that are there already stay as they are")
    .requiredOption("--partner <partner-id>", "whose records they are")
    .requiredOption(
      "--file <file>",
      "a .csv with a first line of column names, or a .jsonl with one object on each line",
    )
    .option("--dry-run", "look at every row and write nothing")
    .option("--report <file>", "write the rows that were not taken, and why, into this CSV file")
    .action((options: unknown) =>
      run(
        async (ctx) => {
          const asked = Options.parse(options);
          const { partner: partnerId, report } = asked;
          const importId = await begin(ctx, asked);
          const json = root.opts().json === true;
          const state = await followed(ctx, { partnerId, importId, json });
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

async function begin(
  ctx: Importer,
  { partner: partnerId, file, dryRun, report }: z.output<typeof Options>,
): Promise<string> {
  const about = await stat(file).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === "ENOENT" ? "there is no such file" : error.message;
    throw new CommandFailed(`--file: cannot read ${file}: ${reason}.`);
  });
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

// Before anything is imported: afterwards it would read as if nothing had been. What is there stays until then, and what
// was not there is taken away again: whoever is refused finds no empty report.
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

/** Follows an import to its end; whoever watches a terminal is told how far it is. The import goes on without us. */
async function followed(
  ctx: Importer,
  { partnerId, importId, json }: { partnerId: string; importId: string; json: boolean },
): Promise<ImportState> {
  let toldAt = Date.now();
  const began = Date.now();
  let isWarned = false;
  for (;;) {
    const { state } = await getImport(ctx, { partnerId, importId });
    if (state.status === "done" || state.status === "failed") return state;
    const now = Date.now();
    if (state.status === "waiting" && now - began > NOBODY_AFTER_MS && !isWarned) {
      isWarned = true;
      tell(`Import ${importId} waits for a worker. Is the service running? It begins by itself when one comes.`);
    }
    if (!json && state.status === "running" && now - toldAt > TELL_EVERY_MS) {
      toldAt = now;
      tell(importProgress(state));
    }
    await wait(LOOK_AGAIN_MS);
  }
}

const answerOf = ({
  id,
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
}: ImportState) => ({
  importId: id,
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
});

/** How far an import is, in words. */
function importProgress(state: ImportState): string {
  if (state.rows === null) return "Reading the file …";
  const done = rowsDone(state);
  const share = Math.floor((100 * done) / state.rows);
  return `${done.toLocaleString("en")} of ${state.rows.toLocaleString("en")} rows (${share} %), ${state.refused.toLocaleString("en")} refused`;
}

/** What an import came to beyond its counts, a sentence a line. `report` is the file that says which rows were left out. */
function importEnding(state: ImportState, report: string | undefined): string[] {
  const inWords = (rows: number) => (rows === 1 ? "1 row" : `${rows.toLocaleString("en")} rows`);
  const lines: string[] = [];
  if (state.dryRun) lines.push(`A dry run: nothing was written. ${inWords(state.logged)} would be logged.`);
  const left = rowsReported(state);
  if (left > 0) lines.push(`${inWords(left)} not taken as sent: ${report ?? "--report FILE"} says why.`);
  return lines;
}
