import { z } from "zod";
import type { Actor, Ctx } from "@/lib/domain/core/context";
import type { First, Page } from "@/lib/platform/keyset";
import { BATCH, type Csv, detailOf, exportList, ROWS_MOST } from "./export-list";
import type { Filters, ValuesOf } from "./filters";

/** Where a page starts, and how many rows it has. */
type Place = { cursor?: string | undefined; limit?: number | undefined; isExport?: boolean };
type Sent = Readonly<Record<string, string | string[] | undefined>>;

/** What is asked of a list: its filters and a place. */
export type Asked<F extends Filters<never>> = ValuesOf<F> & Place;

type Paged<A extends Actor, F, Query, P> = {
  filters: F;
  /** Reads a page. */
  read: (ctx: Ctx<A>, query: Query) => Promise<P>;
  /** Which rows come first. */
  firstOf?: (filters: Query) => First;
  /** Throws if the actor may not export the list. */
  may?: ((ctx: Ctx<A>, filters: Query) => Promise<void>) | undefined;
};

const LIMIT_MAX = 200;
const CURSOR = { cursor: z.string().max(64).optional().catch(undefined) };
const LIMIT = { limit: z.coerce.number().int().min(1).max(LIMIT_MAX).optional().catch(undefined) };

// TypeScript doesn't follow each filter's type through `fromEntries`. A route reads only the names of an object schema from a URL.
const objectOf = <T>(shape: z.ZodRawShape) => z.object(shape) as unknown as z.ZodType<T>;

/** Declares a list that reads its pages in a way of its own. */
export function pagedList<A extends Actor, F extends Filters<A>, P extends Page<unknown>>({
  filters,
  read,
  firstOf = () => "newest",
  may,
}: Paged<A, F, Asked<F>, P>) {
  type Values = ValuesOf<F>;
  type Row = P["rows"][number];
  const reads = Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, filter.reads]));
  const Filters = objectOf<Values>(reads);
  const Address = objectOf<Values & Pick<Place, "cursor">>({ ...reads, ...CURSOR });
  const Query = objectOf<Values & Pick<Place, "cursor" | "limit">>({ ...reads, ...CURSOR, ...LIMIT });

  /** All rows that these filters find, in batches. Stops at `most`. */
  async function* each(ctx: Ctx<A>, values: Values, most: number): AsyncGenerator<Row[]> {
    const onward = firstOf(values) === "newest" ? "older" : "newer";
    let cursor: string | null = null;
    for (let sent = 0; sent < most; ) {
      const limit = Math.min(BATCH, most - sent);
      const page: P = await read(ctx, { ...values, ...(cursor && { cursor }), limit, isExport: true });
      yield page.rows;
      sent += page.rows.length;
      cursor = page[onward];
      if (cursor === null) return;
    }
  }

  const list = {
    read,
    each,
    /** The names of the filters in a URL. */
    names: Object.keys(filters),
    /** The filters in a URL, and with a place. Values that can't be read are ignored. */
    Filters,
    Query,
    /** What a page's URL asks for, and which of its filters can't be read. */
    async open(ctx: Ctx<A>, sent: Sent) {
      const address = Address.parse(sent);
      const isUnread = (name: string) => sent[name]?.length && Reflect.get(address, name) === undefined;
      const order = { first: firstOf(address), isReversible: "order" in filters };
      return { address, unread: Object.keys(filters).filter(isUnread), ...order, ...(await read(ctx, address)) };
    },
    /** The first few rows that these filters find, and whether there are more. */
    async find(ctx: Ctx<A>, values: Values, limit = 5) {
      const { rows, newer, older }: P = await read(ctx, { ...values, limit });
      return { found: rows as P["rows"], isMore: (newer ?? older) !== null };
    },
    /** The filters of a query that can be read, as a query. */
    queryOf(query: string): string {
      const sent = Object.fromEntries(new URLSearchParams(query));
      const values = Filters.parse(sent);
      const read = Object.keys(filters).filter(
        (name) => sent[name] && Reflect.get(values as object, name) !== undefined,
      );
      return new URLSearchParams(read.map((name) => [name, sent[name] ?? ""])).toString();
    },
    /** The filters that are set, as the ledger has them. */
    detailOf: (values: Values) => detailOf(filters, values),
  };
  return {
    ...list,
    /** The list with a CSV file. */
    exported: <Exported = Row>(csv: Csv<Row, Exported>) => ({
      ...list,
      csv,
      /** Streams the filtered rows. The ledger records who exported and with which filters before. */
      async export(ctx: Ctx<A>, values: Values) {
        await may?.(ctx, values);
        const rows = each(ctx, values, csv.most ?? ROWS_MOST);
        return exportList(ctx, { csv, detail: { ...csv.detail, ...list.detailOf(values) }, rows });
      },
    }),
  };
}
