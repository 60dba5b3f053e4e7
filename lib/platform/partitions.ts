import { clock } from "./clock";
import { Prisma, pool, rows } from "./db";
import { DAY_MS } from "./duration";
import type { Figures } from "./telemetry/figures";

// Tables partitioned by time. A partition has some days, and is named by the first: `request_log_20261127`. The database's functions
// make and drop them as its owner.

/** A table, how many days a partition has, and how many partitions are made ahead. */
export type Partitioned = { table: string; days: number; ahead: number };

// As `partition_day` in the database.
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** The start of the partition that has a time. */
export function partitionStart({ days }: Pick<Partitioned, "days">, time: number): Date {
  const length = days * DAY_MS;
  return new Date(time - ((((time - FIRST_MONDAY_MS) % length) + length) % length));
}

const partitionName = (table: string, start: Date): string => `${table}_${dayOf(start).replaceAll("-", "")}`;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Makes a table's partitions of now and of the time ahead. Safe to repeat, and beside others that do the same. */
export async function makePartitionsAhead({ table, days, ahead }: Partitioned): Promise<void> {
  const first = partitionStart({ days }, clock.now().getTime()).getTime();
  for (let n = 0; n <= ahead; n++) {
    // One statement each, because each locks something for a moment.
    const day = dayOf(new Date(first + n * days * DAY_MS));
    await pool().query("select ensure_partition($1, $2::date)", [table, day]);
  }
}

/** Drops a table's partitions that ended before a time. Returns their names. Safe to repeat, and beside others that do the same. */
export async function dropPartitionsBefore({ table, days }: Partitioned, time: Date): Promise<string[]> {
  const firstKept = partitionName(table, partitionStart({ days }, time.getTime()));
  const old = (await partitionsOf(table)).filter((name) => name < firstKept);
  for (const name of old)
    await pool().query("select drop_partition($1, to_date(right($2, 8), 'YYYYMMDD'))", [table, name]);
  return old;
}

/** The names of a table's partitions, oldest first. */
async function partitionsOf(table: string): Promise<string[]> {
  const found = await rows<{ name: string }>(
    Prisma.sql`SELECT c.relname AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
      WHERE inhparent = ${table}::regclass AND c.relname ~ '_[0-9]{8}$' ORDER BY 1`,
  );
  return found.map(({ name }) => name);
}

/** For how long there are partitions, for operators. */
export const partitionFigures = (tables: readonly Partitioned[]): Figures => ({
  name: "vellum_partitions_ahead_days",
  help: "For how many more days there are partitions",
  label: "table",
  async read() {
    const days: Record<string, number> = {};
    for (const each of tables) days[each.table] = await daysAhead(each);
    return days;
  },
});

async function daysAhead({ table, days }: Partitioned): Promise<number> {
  const [day = ""] = (await partitionsOf(table)).slice(-1).map((name) => name.slice(-8));
  const ends = Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`) + days * DAY_MS;
  return Number.isNaN(ends) ? 0 : Math.max(0, (ends - clock.now().getTime()) / DAY_MS);
}
