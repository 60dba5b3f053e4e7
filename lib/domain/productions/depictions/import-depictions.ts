import type { Ctx, ProducerActor } from "@/lib/domain/core/context";
import { csvRecords } from "@/lib/platform/csv-records";
import type { Tx } from "@/lib/platform/db";
import { AppError, InvalidField } from "@/lib/platform/errors";
import { FileProblem, fileText } from "@/lib/platform/file-text";
import { CSV_ROWS_MOST } from "../labels";
import { assertMayRead, changeProduction } from "../production-access";
import { insertDepictions, type NewDepiction, readDepiction, recordAdded } from "./add-depictions";

const COLUMNS = ["url", "sha256", "title", "date"] as const;
type Column = (typeof COLUMNS)[number];
const NEEDED = ["url", "date"] as const satisfies readonly Column[];

/** A row that can't be imported. */
export type CsvProblem = { line: number; reason: string };

/** What a file brought. With a problem, nothing was added. */
export type DepictionImport = {
  added: number;
  /** Rows that the production already had with the same values. */
  unchanged: number;
  /** The first ones, by line. */
  problems: CsvProblem[];
  problemCount: number;
};

const PROBLEMS_SHOWN = 100;

type Row = NewDepiction & { line: number };
/** What was read of a file. */
type Read = { rows: Row[]; problems: CsvProblem[] };

/**
 * The producer adds the depictions of a CSV file with the columns url, sha256, title and date: all of them, or none if any row is
 * invalid. Throws `NotFound`, `InvalidField` `file` for a file that can't be read or has more than 10,000 rows, and `Conflict`
 * `too_many_depictions`, `sealing_in_progress`, `production_closed`.
 */
export async function importDepictions(
  ctx: Ctx<ProducerActor>,
  { productionId, file }: { productionId: string; file: AsyncIterable<Buffer> },
): Promise<DepictionImport> {
  await assertMayRead(ctx, productionId);
  const { rows, problems } = await readFile(file).catch((error: unknown) => {
    throw error instanceof FileProblem ? new InvalidField("file", error.message) : error;
  });
  if (problems.length > 0) return refused(problems);
  let differing: CsvProblem[] = [];
  const added = await changeProduction(ctx, productionId, async (tx) => {
    differing = await findDiffering(tx, productionId, rows);
    if (differing.length > 0) return null;
    const count = await insertDepictions(tx, productionId, rows);
    if (count === 0) return null;
    recordAdded(tx, ctx, productionId, { count, from: "csv" });
    return count;
  });
  if (differing.length > 0) return refused(differing);
  return { added: added ?? 0, unchanged: rows.length - (added ?? 0), problems: [], problemCount: 0 };
}

const refused = (problems: readonly CsvProblem[]): DepictionImport => ({
  added: 0,
  unchanged: 0,
  problems: problems.slice(0, PROBLEMS_SHOWN),
  problemCount: problems.length,
});

async function readFile(file: AsyncIterable<Buffer>): Promise<Read> {
  const read: Read = { rows: [], problems: [] };
  const lineOf = new Map<string, number>();
  let columns: Column[] | undefined;
  for await (const { line, cells, unreadable } of csvRecords(fileText(file), isColumn)) {
    if (cells && !columns) {
      columns = readHead(cells);
      continue;
    }
    if (read.rows.length + read.problems.length >= CSV_ROWS_MOST) {
      throw new FileProblem(`The file has more than ${CSV_ROWS_MOST.toLocaleString("en")} rows. Split it.`);
    }
    const row = cells ? readRow(columns ?? [], cells) : unreadable;
    const first = typeof row === "string" ? undefined : lineOf.get(row.url);
    if (typeof row === "string") read.problems.push({ line, reason: row });
    else if (first !== undefined) read.problems.push({ line, reason: `Line ${first} has the same URL.` });
    else {
      lineOf.set(row.url, line);
      read.rows.push({ ...row, line });
    }
  }
  if (read.rows.length + read.problems.length === 0) throw new FileProblem("The file has no rows.");
  return read;
}

const nameOf = (cell: string): string => cell.trim().toLowerCase();
const isColumn = (cell: string): boolean => COLUMNS.some((column) => column === nameOf(cell));

function readHead(cells: readonly string[]): Column[] {
  const columns = cells.map((cell) => {
    const column = COLUMNS.find((one) => one === nameOf(cell));
    if (column) return column;
    throw new FileProblem(`The column “${cell.slice(0, 60)}” is unknown. The first line names: ${COLUMNS.join(", ")}.`);
  });
  const twice = columns.find((column, at) => columns.indexOf(column) !== at);
  if (twice) throw new FileProblem(`The column ${twice} appears twice.`);
  const missing = NEEDED.find((column) => !columns.includes(column));
  if (missing) throw new FileProblem(`The column ${missing} is missing.`);
  return columns;
}

/** The row's depiction, or why it can't be imported. */
function readRow(columns: readonly Column[], cells: readonly string[]): NewDepiction | string {
  const cell = (name: Column) => cells[columns.indexOf(name)] ?? "";
  try {
    return readDepiction({ url: cell("url"), sha256: cell("sha256"), title: cell("title"), date: cell("date") });
  } catch (error) {
    if (error instanceof AppError) return `${error.field}: ${error.message}`;
    throw error;
  }
}

/** The rows whose URL the production has with other values. */
async function findDiffering(tx: Tx, productionId: string, rows: readonly Row[]): Promise<CsvProblem[]> {
  const given = rows.map(({ line, url, sha256, title, producedOn }) => ({
    line,
    url,
    sha256,
    title,
    produced_on: producedOn.toISOString(),
  }));
  const found = await tx.$queryRaw<{ line: number }[]>`
    SELECT given.line
    FROM json_to_recordset(${JSON.stringify(given)}::json)
      AS given(line int, url text, sha256 text, title text, produced_on timestamptz)
    JOIN production_depictions d ON d.production_id = ${productionId} AND md5(d.url) = md5(given.url)
    WHERE (encode(d.sha256, 'hex'), d.title, d.produced_on) IS DISTINCT FROM (given.sha256, given.title, given.produced_on)
    ORDER BY given.line`;
  const reason = "The production has this URL with another hash, title or date. Remove it there first.";
  return found.map(({ line }) => ({ line, reason }));
}
