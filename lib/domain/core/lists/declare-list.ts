import { z } from "zod";
import type { Actor, Ctx, PortalUserActor, ProducerActor, StaffActor } from "@/lib/domain/core/context";
import { Prisma, pool } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { type Cursor, type Page, pageOf, readCursor, readingOrder, readTimedCursor } from "@/lib/platform/keyset";
import { type Csv, detailOf, exportList } from "./export-list";
import type { Fields, RowOf } from "./fields";
import type { Filters, ValuesOf } from "./filters";

const { sql, raw, join } = Prisma;

/** By id, or by a time and then id. */
export type Order<Name> = { first: "newest" | "oldest"; at?: Name };
export const NEWEST = { first: "newest" } as const;

type Declaration<A extends Actor, S extends Fields, E extends Fields, F extends Filters<A>, Row> = {
  from: string;
  /** The rows that the actor may see. */
  scope: (ctx: Ctx<A>, filters: ValuesOf<F>) => Prisma.Sql;
  select: S;
  /** What is read for the rows of one page only: they are read first, as `page`. */
  perRow?: { join: (ctx: Ctx<A>, filters: ValuesOf<F>) => Prisma.Sql; select: E };
  order: Order<keyof S> | ((filters: ValuesOf<F>) => Order<keyof S>);
  filters: F;
  /** How many rows a page has. */
  size?: number;
  /** Throws if the actor may not read the list. */
  may?: (ctx: Ctx<A>, filters: ValuesOf<F>) => Promise<void>;
  /** The rows as they are shown. */
  present?: (rows: RowOf<S & E>[], ctx: Ctx<A>, filters: ValuesOf<F>) => Row[] | Promise<Row[]>;
};

/** Where a page starts, and how many rows it has. */
type Place = { cursor?: string | undefined; limit?: number };
/** What a room narrows its list to beside the filters. */
type Where = { where?: Prisma.Sql };
type Sent = Readonly<Record<string, string | string[] | undefined>>;

type Declared<A extends Actor, F, Query, P> = {
  filters: F;
  /** Reads a page. */
  read: (ctx: Ctx<A>, query: Query) => Promise<P>;
};

/** A list that reads its pages in a way of its own. */
function listOf<A extends Actor, F extends Filters<A>, P extends Page<unknown>>({
  filters,
  read,
}: Declared<A, F, ValuesOf<F> & Place, P>) {
  type Values = ValuesOf<F>;
  const schema = z.object(Object.fromEntries(Object.entries(filters).map(([name, { reads }]) => [name, reads])));
  const withCursor = schema.extend({ cursor: z.string().max(64).optional().catch(undefined) });
  // TypeScript doesn't follow each filter's type through `fromEntries`.
  const Filters = schema as unknown as z.ZodType<Values>;
  const Query = withCursor as unknown as z.ZodType<Values & Pick<Place, "cursor">>;
  return {
    read,
    /** The names of the filters in a URL. */
    names: Object.keys(filters),
    /** The filters in a URL, and with a cursor. Values that can't be read are ignored. */
    Filters,
    Query,
    /** What a page's URL asks for, and which of its filters can't be read. */
    async open(ctx: Ctx<A>, sent: Sent) {
      const address = Query.parse(sent);
      const isUnread = (name: string) => sent[name]?.length && Reflect.get(address, name) === undefined;
      return { address, unread: Object.keys(filters).filter(isUnread), ...(await read(ctx, address)) };
    },
    /** The first few rows that these filters find, and whether there are more. */
    async find(ctx: Ctx<A>, values: Values, limit = 5) {
      const { rows, newer, older } = await read(ctx, { ...values, limit });
      return { found: rows as P["rows"], isMore: (newer ?? older) !== null };
    },
    /** The filters that are set, as the ledger has them. */
    detailOf: (values: Values) => detailOf(filters, values),
  };
}

/** Makes a list: its filters, pages, search and export. */
function declareList<
  A extends Actor,
  S extends Named,
  F extends Filters<A>,
  E extends Fields,
  Row extends { id: string },
>(declared: Declaration<A, S, E, F, Row>) {
  type Values = ValuesOf<F>;
  type Found = RowOf<S & E> & { id: string };
  const { scope, perRow, size = 50 } = declared;
  const fields: Fields = { ...declared.select, ...perRow?.select };
  const orderOf = (values: Values) => (typeof declared.order === "function" ? declared.order(values) : declared.order);

  type Asked = { values: Values; met: Prisma.Sql[]; limit: number; cursor: (Cursor & { at?: Date }) | null };

  async function pageOfRows(ctx: Ctx<A>, { values, met, limit, cursor }: Asked): Promise<Page<Row>> {
    await declared.may?.(ctx, values);
    const { at, first } = orderOf(values);
    const by = readingOrder(cursor, first);
    const keys = [...(at ? [String(at)] : []), "id"];
    const columns = keys.map((key) => fields[key]?.sql ?? key);
    const where = all([scope(ctx, values), ...met, ...beyond(cursor, columns)]);
    const page = sql`SELECT ${selected(declared.select)} FROM ${raw(declared.from)} WHERE ${where}
      ORDER BY ${ordered(columns, by)} LIMIT ${raw(String(limit + 1))}`;
    const { text, values: sent } = perRow
      ? sql`WITH page AS MATERIALIZED (${page}) SELECT page.*, ${selected(perRow.select)} FROM page ${perRow.join(ctx, values)}
          ORDER BY ${ordered(
            keys.map((key) => `page."${key}"`),
            by,
          )}`
      : page;
    const { rows: found } = await pool().query<Found>(text, sent);
    const timeOf = at && ((row: Found) => Reflect.get(row, at) as Date);
    const { rows, ...beside } = pageOf(found, { limit, cursor, first, ...(timeOf && { timeOf }) });
    const shown = rows.map((row) => readFields(row, fields));
    const given = declared.present ? await declared.present(shown, ctx, values) : (shown as unknown as Row[]);
    return { rows: given, ...beside };
  }

  async function read(ctx: Ctx<A>, values: Values & Place & Where): Promise<Page<Row>> {
    const { cursor: place, limit = size, where } = values;
    const cursor = orderOf(values).at ? readTimedCursor(place) : readCursor(place);
    const met = await conditionsOf(declared.filters, values, ctx);
    return pageOfRows(ctx, { values, met: where ? [...met, where] : met, limit, cursor });
  }

  const list = {
    ...listOf({ filters: declared.filters, read }),
    read,
    /** The condition for the rows that these filters find. */
    async where(ctx: Ctx<A>, values: Values): Promise<Prisma.Sql> {
      return all([scope(ctx, values), ...(await conditionsOf(declared.filters, values, ctx))]);
    },
    /** One row by its id. Throws `NotFound`, also for a row that the actor may not see. */
    async get(ctx: Ctx<A>, id: string, values = {} as Values): Promise<Row> {
      const where = sql`${raw(fields.id?.sql ?? "id")} = ${id}`;
      const { rows } = isId(id) ? await read(ctx, { ...values, limit: 1, where }) : { rows: [] };
      if (!rows[0]) throw new NotFound();
      return rows[0];
    },
  };
  return {
    ...list,
    /** The list with a CSV file. */
    exported: (csv: Csv<Row>) => ({
      ...list,
      csv,
      /** Streams the filtered rows, at most a million. The ledger records who exported and with which filters before. */
      export(ctx: Ctx<A>, values: Values) {
        const onward = orderOf(values).first === "newest" ? "older" : "newer";
        const readPage = async (place: Place) => {
          const page = await read(ctx, { ...values, ...place });
          return { rows: page.rows, next: page[onward] };
        };
        return exportList(ctx, { csv, detail: { ...csv.detail, ...list.detailOf(values) }, readPage });
      },
    }),
  };
}

type Named = Fields & { id: Fields[string] };

/** Makes the function that declares lists for one kind of actor. */
const listsFor =
  <A extends Actor>() =>
  <
    S extends Named,
    F extends Filters<A>,
    E extends Fields = Record<never, never>,
    Row extends { id: string } = RowOf<S & E> & { id: string },
  >(
    declared: Declaration<A, S, E, F, Row>,
  ) =>
    declareList(declared);

/** Declares a list that a partner's team sees. */
export const partnerList = listsFor<PortalUserActor>();
/** Declares a list that custodians see. */
export const custodianList = listsFor<StaffActor>();
/** Declares a list that a producer sees. */
export const producerList = listsFor<ProducerActor>();

/** What `open` gives for a list: the properties of the component that draws it. */
export type Listed<L extends { open: (...args: never[]) => Promise<unknown> }> = Awaited<ReturnType<L["open"]>>;

/** A row of a list. */
export type RowIn<L extends { read: (...args: never[]) => Promise<Page<unknown>> }> = Awaited<
  ReturnType<L["read"]>
>["rows"][number];

/** All of these, each in parentheses: an OR in one must not widen another. */
const all = (conditions: Prisma.Sql[]): Prisma.Sql =>
  join(
    conditions.map((each) => sql`(${each})`),
    " AND ",
  );

async function conditionsOf<A extends Actor>(filters: Filters<A>, values: object, ctx: Ctx<A>): Promise<Prisma.Sql[]> {
  const set = Object.entries(filters).flatMap(([name, { met }]) => {
    const value: unknown = Reflect.get(values, name);
    return value && met ? [met(value as never, ctx, values as never)] : [];
  });
  return (await Promise.all(set)).filter((one) => one !== null);
}

/** The rows beyond a cursor. */
function beyond(cursor: (Cursor & { at?: Date }) | null, columns: string[]): Prisma.Sql[] {
  if (!cursor) return [];
  const place = cursor.at ? [cursor.at, cursor.id] : [cursor.id];
  return [sql`(${raw(columns.join(", "))}) ${raw(cursor.side === "newer" ? ">" : "<")} (${join(place)})`];
}

const ordered = (columns: string[], by: string): Prisma.Sql => raw(columns.map((each) => `${each} ${by}`).join(", "));

const selected = (fields: Fields): Prisma.Sql =>
  raw(
    Object.entries(fields)
      .map(([name, { sql }]) => `${sql} AS "${name}"`)
      .join(", "),
  );

function readFields<Row extends object>(row: Row, fields: Fields): Row {
  for (const [name, { read }] of Object.entries(fields)) {
    if (read) Reflect.set(row, name, read(Reflect.get(row, name) as never));
  }
  return row;
}
