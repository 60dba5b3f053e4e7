import type {
  Actor,
  Ctx,
  PersonActor,
  PortalUserActor,
  ProducerActor,
  StaffActor,
  SystemActor,
} from "@/lib/domain/core/context";
import { Prisma, pool } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import {
  type Cursor,
  type First,
  type Page,
  pageOf,
  readCursor,
  readingOrder,
  readTimedCursor,
} from "@/lib/platform/keyset";
import type { Csv } from "./export-list";
import type { Fields, RowOf } from "./fields";
import type { Filters, ValuesOf } from "./filters";
import { type Asked, pagedList } from "./paged-list";

const { sql, raw, join } = Prisma;

/** By id, or by a time and then id. */
type Order<Name> = { first: First; at?: Name };
export const NEWEST = { first: "newest" } as const;
/** The newest first, or, with `filter.order`, the oldest. */
export const EITHER = ({ order }: { order?: "oldest" | undefined }): { first: First } => ({ first: order ?? "newest" });

/** A page of rows to read: in which direction, from where, and how many. */
type Step<A extends Actor, Values> = {
  ctx: Ctx<A>;
  values: Values;
  /** The conditions of the filters, and for the rows beyond the cursor. */
  met: Prisma.Sql;
  cursor: Cursor | null;
  /** The condition for the rows beyond the cursor, by a column that has their ids. */
  beyond: (column: string) => Prisma.Sql;
  by: Prisma.Sql;
  limit: Prisma.Sql;
};

type Declaration<A extends Actor, S extends Fields, E extends Fields, F extends Filters<A>, Row> = {
  /** Tables and joins. As a function, it may read only the rows that a page can have: it is ordered and limited again. */
  from: string | ((step: Step<A, ValuesOf<F>>) => Prisma.Sql);
  /** The rows that the actor may see. */
  scope: (ctx: Ctx<A>, filters: ValuesOf<F>) => Prisma.Sql;
  select: S;
  /** What is read for the rows of one page only: they are read first, as `page`. */
  perRow?: { join?: (ctx: Ctx<A>, filters: ValuesOf<F>) => Prisma.Sql; select: E };
  order: Order<keyof S> | ((filters: ValuesOf<F>) => Order<keyof S>);
  filters: F;
  /** How many rows a page has. */
  size?: number;
  /** Throws if the actor may not read the list. */
  may?: (ctx: Ctx<A>, filters: ValuesOf<F>) => Promise<void>;
  /** The rows as they are shown. */
  present?: (rows: RowOf<S & E>[], ctx: Ctx<A>, filters: ValuesOf<F>) => Row[] | Promise<Row[]>;
};

/** What a room narrows its list to beside the filters. */
type Where = { where?: Prisma.Sql };

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
  const { from, scope, perRow, size = 50 } = declared;
  const fields: Fields = { ...declared.select, ...perRow?.select };
  const orderOf = (values: Values) => (typeof declared.order === "function" ? declared.order(values) : declared.order);

  async function read(ctx: Ctx<A>, asked: Asked<F> & Where): Promise<Page<Row>> {
    await declared.may?.(ctx, asked);
    const { cursor: place, limit = size, where } = asked;
    const { at, first } = orderOf(asked);
    const cursor = at ? readTimedCursor(place) : readCursor(place);
    const found = await conditionsOf(declared.filters, asked, ctx);
    if (!found) return { rows: [], newer: null, older: null };
    const by = readingOrder(cursor, first);
    const keys = [...(at ? [String(at)] : []), "id"];
    const columns = keys.map((key) => fields[key]?.sql ?? key);
    const met = all([...found, ...(where ? [where] : []), beyond(cursor, columns)]);
    const step = {
      ...{ ctx, values: asked, met, cursor, by: raw(by), limit: raw(String(limit + 1)) },
      beyond: (column: string) => beyond(cursor, [column]),
    };
    const page = sql`SELECT ${selected(declared.select)} FROM ${typeof from === "string" ? raw(from) : from(step)}
      WHERE ${all([scope(ctx, asked), met])} ORDER BY ${ordered(columns, by)} LIMIT ${step.limit}`;
    const { text, values } = perRow
      ? sql`WITH page AS MATERIALIZED (${page}) SELECT page.*, ${selected(perRow.select)}
          FROM page ${perRow.join?.(ctx, asked) ?? Prisma.empty} ORDER BY ${ordered(
            keys.map((key) => `page."${key}"`),
            by,
          )}`
      : page;
    const { rows: read } = await pool().query<Found>(text, values);
    const timeOf = at && ((row: Found) => Reflect.get(row, at) as Date);
    const { rows, ...beside } = pageOf(read, { limit, cursor, first, ...(timeOf && { timeOf }) });
    const shown = rows.map((row) => readFields(row, fields));
    const given = declared.present ? await declared.present(shown, ctx, asked) : (shown as unknown as Row[]);
    return { rows: given, ...beside };
  }

  const { exported, ...list } = pagedList({
    filters: declared.filters,
    read,
    firstOf: (values) => orderOf(values).first,
    may: declared.may,
  });
  const more = {
    read,
    /** The condition for the rows that these filters find. */
    async where(ctx: Ctx<A>, values: Values): Promise<Prisma.Sql> {
      const found = await conditionsOf(declared.filters, values, ctx);
      return found ? all([scope(ctx, values), ...found]) : sql`false`;
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
    ...more,
    exported: <Exported = Row>(csv: Csv<Row, Exported>) => ({ ...exported(csv), ...more }),
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
/** Declares a list that custodians and operators see. */
export const serviceList = listsFor<StaffActor | SystemActor>();
/** Declares a list that a person sees of themselves. */
export const personList = listsFor<PersonActor>();
/** Declares a list that a producer sees. */
export const producerList = listsFor<ProducerActor>();
/** Declares a list that a partner's team or a producer sees. */
export const editorList = listsFor<PortalUserActor | ProducerActor>();

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

/** The conditions that the filters set; null if no row can meet them. */
async function conditionsOf<A extends Actor>(
  filters: Filters<A>,
  values: object,
  ctx: Ctx<A>,
): Promise<Prisma.Sql[] | null> {
  const set = Object.entries(filters).flatMap(([name, { met }]) => {
    const value: unknown = Reflect.get(values, name);
    return value && met ? [met(value as never, ctx, values as never)] : [];
  });
  const met = await Promise.all(set);
  return met.includes(false) ? null : met.filter((one) => one !== null && one !== false);
}

/** The rows beyond a cursor. */
function beyond(cursor: (Cursor & { at?: Date }) | null, columns: string[]): Prisma.Sql {
  if (!cursor) return sql`true`;
  const sign = raw(cursor.side === "newer" ? ">" : "<");
  const place = cursor.at ? [cursor.at, cursor.id] : [cursor.id];
  const rows = sql`(${raw(columns.join(", "))}) ${sign} (${join(place)})`;
  // The bound on the time alone is redundant, but lets PostgreSQL prune partitions.
  return cursor.at ? sql`${raw(columns[0] ?? "")} ${sign}= ${cursor.at} AND ${rows}` : rows;
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
