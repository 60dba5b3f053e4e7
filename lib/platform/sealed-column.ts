import { z } from "zod";
import { hexOf } from "./crypto";
import { db, Prisma, type Tx } from "./db";

/** A value that rests under the master key, by its row's id and whom it belongs to. */
export type SealedRow = { id: string; owner: string; sealed: Uint8Array };

/** A row's value, sealed anew. */
export type Renewed = { id: string; before: Uint8Array; now: Uint8Array };

type Where = { table: string; id: string; owner: string; column: string };

/**
 * A column of values that rest under the master key for long: what a change of master key has to count and to seal anew.
 * `renew` opens a row's value and seals it under the current key; it throws `SealBroken` for one that does not open.
 */
export function sealedColumn({ renew, ...where }: Where & { renew: (row: SealedRow) => Buffer }) {
  const table = Prisma.raw(where.table);
  const [id, owner, column] = [where.id, where.owner, where.column].map((name) => Prisma.raw(name));
  return {
    renew,
    /** How many values there are, by their first bytes: see `masterKeyMarks`. */
    async count(): Promise<MarkCounts> {
      return MarkCounts.parse(
        await db.$queryRaw`SELECT substring(${column} FOR 5) AS mark, count(*) AS count FROM ${table} GROUP BY 1`,
      );
    },
    /** The next values under one key, in the order of their ids. */
    read: ({ after, mark, limit }: { after: string; mark: Uint8Array; limit: number }): Promise<SealedRow[]> =>
      db.$queryRaw`
        SELECT ${id} AS id, ${owner} AS owner, ${column} AS sealed FROM ${table}
        WHERE ${id} > ${after} AND substring(${column} FOR 5) = ${mark} ORDER BY ${id} LIMIT ${limit}`,
    /**
     * Writes values where they are still the ones that were read, and says how many were: of two runs at once, each value
     * is done, and counted, by one; what was replaced or erased meanwhile stays so.
     */
    async replace(tx: Tx, renewed: readonly Renewed[]): Promise<number> {
      if (renewed.length === 0) return 0;
      const rows = renewed.map(({ id: row, before, now }) => ({ row, before: hexOf(before), now: hexOf(now) }));
      return tx.$executeRaw`
        UPDATE ${table} t SET ${column} = decode(n.now, 'hex')
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n("row" text, before text, now text)
        WHERE t.${id} = n."row" AND t.${column} = decode(n.before, 'hex')`;
    },
  };
}

export type SealedColumn = ReturnType<typeof sealedColumn>;

/** What the database answers when sealed values are counted by the mark in their first bytes: see `masterKeyMarks`. */
export const MarkCounts = z.array(z.object({ mark: z.instanceof(Uint8Array), count: z.coerce.number() }));
export type MarkCounts = z.infer<typeof MarkCounts>;
