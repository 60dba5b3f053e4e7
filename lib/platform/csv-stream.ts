import { setImmediate } from "node:timers/promises";
import { limitConcurrency } from "./concurrency";
import { MINUTE_MS } from "./duration";

/** The columns of a CSV file: each header, and how to read the value from a row. */
export type CsvColumns<Row> = readonly (readonly [string, (row: Row) => string | number | null])[];

// Without it, spreadsheets don't recognize UTF-8.
const BYTE_ORDER_MARK = "\uFEFF";

/** A reader that reads nothing for this long is gone, or blocks others. */
const STALLED_MS = 5 * MINUTE_MS;

// Reading and writing a batch takes the database and this process some milliseconds, and fast readers ask for the next at once.
const making = limitConcurrency("csv batches", { total: 4, perKey: 1 });
/** Writing so many rows takes about a millisecond. */
const ROWS_AT_ONCE = 100;

/** A file of lines: what it starts with, and the lines of some rows. */
export type LineFormat<Row> = { head: string; lines: (rows: readonly Row[]) => string };

/** Rows as CSV (RFC 4180) in UTF-8 with a byte order mark. */
export const csvFormat = <Row>(columns: CsvColumns<Row>): LineFormat<Row> => ({
  head: head(columns),
  lines: (rows) => linesOf(columns, rows),
});

/** `lineStream` of a CSV file. */
export const csvStream = <Row>(
  columns: CsvColumns<Row>,
  batches: AsyncGenerator<readonly Row[]>,
  whose: string,
): ReadableStream<Uint8Array> => lineStream(csvFormat(columns), batches, whose);

/**
 * Rows as lines of a file in UTF-8, written batch by batch. The files of one partner or person (`whose`) take turns. Cancelling the
 * stream stops the batches. Five minutes without a read stop them too, and the file fails.
 */
export function lineStream<Row>(
  format: LineFormat<Row>,
  batches: AsyncGenerator<readonly Row[]>,
  whose: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stalled: NodeJS.Timeout | undefined;
  function endWhenStalled(controller: ReadableStreamDefaultController): void {
    stalled = setTimeout(() => {
      controller.error(new Error("The file was not read for five minutes."));
      batches.return(undefined).catch(() => undefined);
    }, STALLED_MS).unref();
  }
  return new ReadableStream({
    start(controller) {
      endWhenStalled(controller);
      if (format.head) controller.enqueue(encoder.encode(format.head));
    },
    async pull(controller) {
      clearTimeout(stalled);
      const lines = await making.run(() => nextLines(format, batches), whose);
      if (lines === null) return controller.close();
      endWhenStalled(controller);
      controller.enqueue(encoder.encode(lines));
    },
    cancel: async () => {
      clearTimeout(stalled);
      await batches.return(undefined);
    },
  });
}

/** The lines of the next batch with rows; null at the end. */
async function nextLines<Row>(
  format: LineFormat<Row>,
  batches: AsyncGenerator<readonly Row[]>,
): Promise<string | null> {
  // An empty batch is not the end.
  for (;;) {
    const { value: rows, done } = await batches.next();
    if (done) return null;
    if (rows.length === 0) continue;
    let lines = "";
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      if (at > 0) await setImmediate();
      lines += format.lines(rows.slice(at, at + ROWS_AT_ONCE));
    }
    return lines;
  }
}

/** The same file as text, for a reader of its own pace. */
export async function* csvText<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield head(columns);
  for await (const rows of batches) yield linesOf(columns, rows);
}

/** The same file in one piece, for few rows. */
export const csvOf = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string =>
  head(columns) + linesOf(columns, rows);

const head = <Row>(columns: CsvColumns<Row>): string => BYTE_ORDER_MARK + line(columns.map(([name]) => name));

const linesOf = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string =>
  rows.map((row) => line(columns.map(([, read]) => read(row)))).join("");

function line(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: string | number | null): string {
  const text = String(value ?? "");
  const safe = typeof value === "string" ? withoutFormulas(text) : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

// Spreadsheets run a cell that starts with one of these as a formula. Some accept the full-width signs too.
const SIGN = /[=+\-@＝＋－＠]/g;
// With other locales or settings, spreadsheets may start a new cell here despite our quotes.
const SPLITS = /[;\t\r\n]/;
// Characters that some spreadsheets skip before a cell, and our own quotes.
const LEFT_OUT = /[\s"\p{Cc}\p{Cf}]/u;

/** Puts an apostrophe before each sign that could start a formula. Ids, dates and addresses stay as they are. */
function withoutFormulas(text: string): string {
  const safe = text.replace(SIGN, (sign, at: number) => (opensCell(text, at) ? `'${sign}` : sign));
  return /^[\t\r\n]/.test(safe) ? `'${safe}` : safe;
}

function opensCell(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const char = text.charAt(before);
    if (SPLITS.test(char)) return true;
    if (!LEFT_OUT.test(char)) return false;
  }
  return true;
}
