import { type ImportState, rowsDone, rowsReported } from "@/lib/domain/content";

/** How far an import is, in words. */
export function importProgress(state: ImportState): string {
  if (state.rows === null) return "Reading the file …";
  const done = rowsDone(state);
  const share = Math.floor((100 * done) / state.rows);
  return `${done.toLocaleString("en")} of ${state.rows.toLocaleString("en")} rows (${share} %), ${state.refused.toLocaleString("en")} refused`;
}

/** What an import came to beyond its counts, a sentence a line. `report` is the file that says which rows were left out. */
export function importEnding(state: ImportState, report: string | undefined): string[] {
  const inWords = (rows: number) => (rows === 1 ? "1 row" : `${rows.toLocaleString("en")} rows`);
  const lines: string[] = [];
  if (state.dryRun) lines.push(`A dry run: nothing was written. ${inWords(state.logged)} would be logged.`);
  const left = rowsReported(state);
  if (left > 0) lines.push(`${inWords(left)} not taken as sent: ${report ?? "--report FILE"} says why.`);
  return lines;
}
