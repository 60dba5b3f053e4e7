import { z } from "zod";
import { dateTimeOut } from "@/lib/platform/wire";

/** The largest file that is taken. */
export const FILE_BYTES_MOST = 500 * 1024 * 1024;

/** An import as the portal and the operators' command show it. */
export const ImportState = z.object({
  id: z.string(),
  fileName: z.string(),
  fileBytes: z.int(),
  status: z.enum(["waiting", "running", "done", "failed"]),
  /** Looks at every row, and writes nothing. */
  dryRun: z.boolean(),
  /** How many rows the file has; null until it was read through. */
  rows: z.int().nullable(),
  sha256: z.string().nullable(),
  /** Written, or what a dry run would have written. */
  logged: z.int(),
  /** In the log before. */
  unchanged: z.int(),
  /** In the log before, where it says something else. */
  differing: z.int(),
  /** In the log before, and taken down. */
  takenDown: z.int(),
  /** In the file before. */
  repeated: z.int(),
  refused: z.int(),
  /** Checked, and thrown away. */
  discarded: z.boolean(),
  /** Why it failed. */
  problem: z.string().nullable(),
  by: z.string(),
  createdAt: dateTimeOut,
  startedAt: dateTimeOut.nullable(),
  finishedAt: dateTimeOut.nullable(),
});

/** A row that was not taken. */
export const ImportFinding = z.object({
  line: z.int(),
  outcome: z.enum(["refused", "repeated", "differing", "taken_down"]),
  externalContentId: z.string().nullable(),
  reason: z.string(),
});

/** An import with the first rows that were not taken. */
export const ImportDetail = z.object({ state: ImportState, findings: z.array(ImportFinding) });

export type ImportState = z.output<typeof ImportState>;
export type ImportFinding = z.output<typeof ImportFinding>;
export type ImportDetail = z.output<typeof ImportDetail>;

/** How many rows of an import are behind it. */
export const rowsDone = ({ logged, unchanged, differing, takenDown, repeated, refused }: ImportState): number =>
  logged + unchanged + differing + takenDown + repeated + refused;

/** How many rows have a line in its report. */
export const rowsReported = ({ differing, takenDown, repeated, refused }: ImportState): number =>
  differing + takenDown + repeated + refused;
