import { type Actor, actorId, type Ctx, partnerOf } from "@/lib/domain/core/context";
import { type LedgerAction, record } from "@/lib/domain/core/ledger";
import { limitConcurrency } from "@/lib/platform/concurrency";
import { type CsvColumns, csvFormat, type LineFormat, lineStream } from "@/lib/platform/csv-stream";
import { inTransaction } from "@/lib/platform/db";
import type { Filters } from "./filters";

/** How many rows a file has at most. */
export const ROWS_MOST = 1_000_000;
/** A larger page would block the process while it is read. */
export const BATCH = 250;
/** Each export keeps a batch in memory while its client reads. Further exports of a list wait for one to end. */
const exportSlots = limitConcurrency("list exports", { total: 32, perKey: 2, waiting: 20 });

/** A list's CSV file. */
export type Csv<Row, Exported = Row> = {
  /** The start of the file's name. */
  file: string;
  /** What the ledger records, if anything. */
  action?: LedgerAction;
  /** What the ledger has beside the filters. */
  detail?: Record<string, string>;
  columns: Columns<NoInfer<Exported>>;
  /** How many rows it has at most. */
  most?: number;
  /** What a batch has in the file beside what the list shows, perhaps in smaller batches. */
  more?: (rows: Row[], ctx: Ctx<Actor>) => AsyncIterable<Exported[]>;
};

/** The field of each column, or how to read it from a row. */
export type Columns<Row> = Readonly<Record<string, keyof Row | ((row: Row) => Value)>>;
type Value = Date | string | number | boolean | null;

/** Columns with the names of their fields. */
export const same = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { [Same in Name]: Same };

type Export<Row, Exported> = {
  csv: Csv<Row, Exported>;
  /** The filters that are set, as the ledger has them. */
  detail: Record<string, unknown>;
  /** The rows of the filtered list. */
  rows: AsyncGenerator<Row[]>;
};

/**
 * Streams a list as CSV. The ledger records who exported and with which filters before the first row is sent. Throws `Unavailable` if
 * too many exports of the list wait.
 */
export async function exportList<Row, Exported>(
  ctx: Ctx<Actor>,
  { csv, detail, rows }: Export<Row, Exported>,
): Promise<ReadableStream<Uint8Array>> {
  const turned = (batch: Row[]) => csv.more?.(batch, ctx) ?? [batch as never];
  return exportRows<Row, Exported>(ctx, { ...csv, format: csvFormat(csvColumns(csv.columns)), detail, rows, turned });
}

type Rows<Row, Exported> = Pick<Csv<Row, Exported>, "file" | "action"> &
  Pick<Export<Row, Exported>, "detail" | "rows"> & {
    format: LineFormat<Exported>;
    turned: (batch: Row[]) => AsyncIterable<Exported[]> | Exported[][];
  };

/** `exportList` for rows of any kind, in a format of lines. */
export async function exportRows<Row, Exported>(
  ctx: Ctx<Actor>,
  { file, action, format, detail, rows, turned }: Rows<Row, Exported>,
): Promise<ReadableStream<Uint8Array>> {
  const partnerId = partnerOf(ctx.actor);
  const whose = partnerId ?? actorId(ctx.actor);
  const subject = { kind: partnerId ? "partner" : "user", id: whose } as const;
  const batches = inSlot(`${file} ${whose}`, turned, rows);
  // Waits for a free slot. From here on, closing the generator frees it.
  await batches.next();
  try {
    if (action) await inTransaction(async (tx) => record(tx, { ctx, action, subject, detail }));
  } catch (error) {
    await batches.return(undefined);
    throw error;
  }
  return lineStream(format, batches, whose);
}

/** The batches of a list, each turned into those of its file, after an empty one once a slot is free. */
async function* inSlot<Row, Exported>(
  whose: string,
  turned: (batch: Row[]) => AsyncIterable<Exported[]> | Exported[][],
  rows: AsyncGenerator<Row[]>,
): AsyncGenerator<Exported[]> {
  const leave = await exportSlots.enter(whose);
  try {
    yield [];
    for await (const batch of rows) yield* turned(batch);
  } finally {
    leave();
  }
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
