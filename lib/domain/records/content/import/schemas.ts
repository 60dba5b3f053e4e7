import { z } from "zod";
import { dateTimeOut } from "@/lib/platform/wire";

/** The maximum file size. */
export const FILE_BYTES_MOST = 500 * 1024 * 1024;

/** An import as the portal and the operators' command show it. */
export const ImportState = z.object({
  id: z.string(),
  fileName: z.string(),
  fileBytes: z.int(),
  status: z.enum(["waiting", "running", "done", "failed"]),
  /** Checks every row and writes nothing. */
  dryRun: z.boolean(),
  /** How many rows the file has; null until the whole file was read. */
  rows: z.int().nullable(),
  sha256: z.string().nullable(),
  /** Written rows, or rows a dry run would write. */
  logged: z.int(),
  /** Already in the log with the same values. */
  unchanged: z.int(),
  /** Already in the log with other values. */
  differing: z.int(),
  /** Already in the log and taken down. */
  takenDown: z.int(),
  /** Repeats an earlier row of the file. */
  repeated: z.int(),
  refused: z.int(),
  /** Checked, then discarded. */
  discarded: z.boolean(),
  /** Why it failed. */
  problem: z.string().nullable(),
  by: z.string(),
  createdAt: dateTimeOut,
  startedAt: dateTimeOut.nullable(),
  finishedAt: dateTimeOut.nullable(),
});

/** A skipped row. */
export const ImportFinding = z.object({
  line: z.int(),
  outcome: z.enum(["refused", "repeated", "differing", "taken_down"]),
  externalContentId: z.string().nullable(),
  reason: z.string(),
});

/** An import with its first skipped rows. */
export const ImportDetail = z.object({ state: ImportState, findings: z.array(ImportFinding) });

export type ImportState = z.output<typeof ImportState>;
export type ImportFinding = z.output<typeof ImportFinding>;
export type ImportDetail = z.output<typeof ImportDetail>;
