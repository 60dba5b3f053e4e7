import { type Actor, actorId, type Ctx, partnerOf } from "@/lib/domain/core/context";
import { type LedgerAction, record } from "@/lib/domain/core/ledger";
import { type CsvColumns, csvStream } from "@/lib/platform/csv-stream";
import { inTransaction } from "@/lib/platform/db";
import type { Filters } from "./filters";

const ROWS_MOST = 1_000_000;
const BATCH = 250;

/** A list's CSV file. */
export type Csv<Row> = {
  /** The start of the file's name. */
  file: string;
  action: LedgerAction;
  /** What the ledger has beside the filters. */
  detail?: Record<string, string>;
  columns: Columns<Row>;
};

/** The field of each column, or how to read it from a row. */
export type Columns<Row> = Readonly<Record<string, keyof Row | ((row: Row) => Value)>>;
type Value = Date | string | number | boolean | null;

/** Columns with the names of their fields. */
export const same = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { [Same in Name]: Same };

type Export<Row> = {
  csv: Csv<Row>;
  /** The filters that are set, as the ledger has them. */
  detail: Record<string, unknown>;
  /** Reads a page of the filtered list. */
  readPage: (place: { cursor: string | undefined; limit: number }) => Promise<{ rows: Row[]; next: string | null }>;
};

/** Streams a list as CSV. The ledger records who exported and with which filters before the first row is sent. */
export async function exportList<Row>(
  ctx: Ctx<Actor>,
  { csv, detail, readPage }: Export<Row>,
): Promise<ReadableStream<Uint8Array>> {
  const whose = partnerOf(ctx.actor) ?? actorId(ctx.actor);
  const subject = { kind: "partner", id: whose } as const;
  await inTransaction(async (tx) => {
    record(tx, { ctx, action: csv.action, subject, detail });
  });
  return csvStream(csvColumns(csv.columns), eachPage(readPage), whose);
}

/** The filters that are set. What was typed may be an email address, which must not stay in the ledger. */
export function detailOf(filters: Filters<never>, values: object): Record<string, unknown> {
  const set = Object.entries(values).filter(([name, value]) => value && name in filters);
  const typed = set.filter(([name]) => filters[name]?.isTyped).map(([name]) => [name, true] as const);
  return { ...Object.fromEntries(set.filter(([name]) => !filters[name]?.isTyped)), ...Object.fromEntries(typed) };
}

/** The columns as they are written to a file. */
export const csvColumns = <Row>(columns: Columns<Row>): CsvColumns<Row> =>
  Object.entries(columns).map(([name, read]) => [
    name,
    (row) => plain((typeof read === "function" ? read(row) : row[read]) as Value),
  ]);

function plain(value: Value): string | number | null {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? String(value) : value;
}

async function* eachPage<Row>(readPage: Export<Row>["readPage"]): AsyncGenerator<Row[]> {
  let cursor: string | undefined;
  for (let sent = 0; sent < ROWS_MOST; ) {
    const { rows, next } = await readPage({ cursor, limit: Math.min(BATCH, ROWS_MOST - sent) });
    yield rows;
    sent += rows.length;
    if (next === null) return;
    cursor = next;
  }
}
