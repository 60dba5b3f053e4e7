import { z } from "zod";
import type { Actor, Ctx } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { escapeLike, Prisma, prefixPattern } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { idsStartingWith } from "@/lib/platform/ids";
import { searchText, storedAddress } from "@/lib/platform/wire";

const { sql, raw, join } = Prisma;

/** A condition; null for none, and false if no row can meet it. */
type Met = Prisma.Sql | null | false;
/** All filters that are set. */
type All = Readonly<Record<string, string | undefined>>;

/** One word of a list's URL: how its value is read, and the condition that it sets, if any. */
export type Filter<Value, A extends Actor> = {
  reads: z.ZodType<Value | undefined>;
  met?: (value: Value, ctx: Ctx<A>, all: All) => Met | Promise<Met>;
  /** It may hold an address, so the ledger records only that there was one. */
  isTyped?: boolean;
};

export type Filters<A extends Actor> = Readonly<
  Record<
    string,
    { reads: z.ZodType; met?: (value: never, ctx: Ctx<A>, all: All) => Met | Promise<Met>; isTyped?: boolean }
  >
>;

/** The values of filters. */
export type ValuesOf<F extends Filters<never>> = { [Name in keyof F]?: z.output<F[Name]["reads"]> };

/** One of a few values. */
export const oneOf = <const Value extends string, A extends Actor>(
  values: readonly Value[],
  met?: (value: Value, ctx: Ctx<A>, all: All) => Met | Promise<Met>,
): Filter<Value, A> => ({ reads: z.enum(values).optional().catch(undefined), ...(met && { met }) });

/** A text of this form. */
export const formed = <A extends Actor>(form: RegExp, met: (text: string) => Met): Filter<string, A> => ({
  reads: z.string().regex(form).optional().catch(undefined),
  met,
});

/** A text of at most so many characters. */
export const typed = <A extends Actor>(
  max: number,
  met?: (text: string, ctx: Ctx<A>) => Met | Promise<Met>,
): Filter<string, A> => ({ reads: searchText(max), ...(met && { met }), isTyped: true });

/** A text that finds a row in any of these ways. */
export const search = <A extends Actor>(
  max: number,
  ...ways: ((text: string, ctx: Ctx<A>) => Met | Promise<Met>)[]
): Filter<string, A> =>
  typed(max, async (text, ctx) => {
    const met = (await Promise.all(ways.map((way) => way(text, ctx)))).filter((one) => one !== null && one !== false);
    return met.length > 0 && join(met, " OR ");
  });

/** Asks for the oldest first. A list that is in either order reads either end of the same database index. */
export const order = oneOf(["oldest"]);

/** Whether a column has this value. */
export const is =
  (column: string) =>
  (value: string): Prisma.Sql =>
    sql`${raw(column)} = ${value}`;

export const contains =
  (column: string) =>
  (text: string): Prisma.Sql =>
    sql`${raw(column)} ILIKE ${`%${escapeLike(text)}%`}`;

export const startsWith =
  (column: string) =>
  (text: string): Prisma.Sql =>
    sql`${raw(column)} LIKE ${prefixPattern(text)}`;

export const addressStartsWith =
  (column: string) =>
  (text: string): Prisma.Sql =>
    sql`${raw(column)} LIKE ${prefixPattern(storedAddress(text))}`;

/** Whether one of our ids starts with a text, in any case. */
export const idStartsWith =
  (column: string) =>
  (text: string): Met => {
    const ids = idsStartingWith(text.toLowerCase());
    return ids !== null && sql`${raw(column)} BETWEEN ${ids.first} AND ${ids.last}`;
  };

// The day as a date field sends it.
const day = z.iso
  .date()
  .refine((sent) => sent >= "0001-01-01" && sent < "9999-12-31")
  .optional()
  .catch(undefined);

/** The moment after a day in UTC. */
const afterDay = (sent: string): Date => new Date(new Date(sent).getTime() + DAY_MS);

/** Two days in UTC, the last one included. */
export const days = { from: { reads: day }, to: { reads: day } };

/** The times of two days: from the first, before the second. */
export const daysOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  from: from ? new Date(from) : undefined,
  to: to ? afterDay(to) : undefined,
});

/** From the first moment of a day in UTC. */
export const fromDay = (column: string): Filter<string, Actor> => ({
  reads: day,
  met: (sent) => sql`${raw(column)} >= ${new Date(sent)}`,
});

/** Until the last moment of a day in UTC. */
export const untilDay = (column: string): Filter<string, Actor> => ({
  reads: day,
  met: (sent) => sql`${raw(column)} < ${afterDay(sent)}`,
});

const RANGES = { "1h": HOUR_MS, "24h": DAY_MS, "7d": 7 * DAY_MS, "30d": 30 * DAY_MS };

// A minute in UTC, as a field for a time sends it.
const minute = z.iso
  .datetime({ local: true, precision: -1 })
  .refine((sent) => !sent.endsWith("Z") && sent >= "0001")
  .optional()
  .catch(undefined);

type Times = { range?: string | undefined; from?: string | undefined; to?: string | undefined };

/** The times of a filter: from the first, before the second. A range ends now. */
export function timesOf({ range, from, to }: Times): { from?: Date; to?: Date } {
  if (range === "custom") return { ...(from && { from: new Date(`${from}Z`) }), ...(to && { to: new Date(`${to}Z`) }) };
  const length = new Map(Object.entries(RANGES)).get(range ?? "");
  return length === undefined ? {} : { from: new Date(clock.now().getTime() - length) };
}

/** A range that ends now, or, with `custom`, two times. */
export const times = {
  range: { reads: z.enum(["1h", "24h", "7d", "30d", "custom"]).optional().catch(undefined) },
  from: { reads: minute },
  to: { reads: minute },
};

/** The same, with the condition that each of the two times sets. */
export const timesIn = (since: (at: Date) => Prisma.Sql, before: (at: Date) => Prisma.Sql) => ({
  ...times,
  range: {
    ...times.range,
    met: (_: string, __: unknown, all: All): Met => {
      const { from, to } = timesOf(all);
      const met = [...(from ? [since(from)] : []), ...(to ? [before(to)] : [])];
      return met.length > 0 ? join(met, " AND ") : null;
    },
  },
});
