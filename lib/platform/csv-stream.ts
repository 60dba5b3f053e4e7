import { MINUTE_MS } from "./duration";

/** The columns of a CSV file: the head of each, and how it is read from a row. */
export type CsvColumns<Row> = readonly (readonly [string, (row: Row) => string | number | null])[];

// Without it spreadsheets take UTF-8 for something else.
const BYTE_ORDER_MARK = "\uFEFF";

/** Whoever reads nothing for so long has gone, or holds a place that others wait for. */
const STALLED_MS = 5 * MINUTE_MS;

/**
 * Rows as CSV (RFC 4180) in UTF-8 with a byte order mark, written as the batches come; whoever stops reading stops the batches, at
 * once or after five minutes, when the file breaks off.
 */
export function csvStream<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncGenerator<readonly Row[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stalled: NodeJS.Timeout | undefined;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK + line(columns.map(([name]) => name)))),
    async pull(controller) {
      clearTimeout(stalled);
      // An empty batch is not the end.
      for (;;) {
        const { value: rows, done } = await batches.next();
        if (done) return controller.close();
        if (rows.length === 0) continue;
        const lines = rows.map((row) => line(columns.map(([, read]) => read(row))));
        stalled = setTimeout(() => {
          controller.error(new Error("Nobody reads this file."));
          batches.return(undefined).catch(() => undefined);
        }, STALLED_MS).unref();
        return controller.enqueue(encoder.encode(lines.join("")));
      }
    },
    cancel: async () => {
      clearTimeout(stalled);
      await batches.return(undefined);
    },
  });
}

function line(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: string | number | null): string {
  const text = String(value ?? "");
  const safe = typeof value === "string" ? withoutFormulas(text) : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

// A spreadsheet runs a cell that starts like a formula; some treat the full-width signs the same.
const SIGN = /[=+\-@＝＋－＠]/g;
// Separators of spreadsheets with other locales or settings, which may start a new cell here despite our quotes.
const SPLITS = /[;\t\r\n]/;
// Characters that some skip before they check how a cell starts, and our own quotes.
const LEFT_OUT = /[\s"\p{Cc}\p{Cf}]/u;

/** A text with an apostrophe before each sign that a spreadsheet could find at the start of a cell. Ids, dates and addresses stay. */
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
