import { z } from "zod";
import { hexOf, openFor, sealFor } from "./crypto";
import { db, Prisma, type Tx } from "./db";

/** A value sealed under the master key, with its row's id and owner. */
export type SealedRow = { id: string; owner: string; sealed: Uint8Array };

/** A row's value before and after sealing it again. */
export type Resealing = { id: string; before: Uint8Array; now: Uint8Array };

type Where = { table: string; id: string; owner: string; column: string };

/**
 * A column of long-lived values sealed under the master key, which a rotation counts and seals again. `renew` opens a row's value
 * and seals it under the current key. It throws `SealBroken` for a value that doesn't open.
 */
export function sealedColumn({ renew, ...where }: Where & { renew: (row: SealedRow) => Buffer }) {
  const table = Prisma.raw(where.table);
  const [id, owner, column] = [where.id, where.owner, where.column].map((name) => Prisma.raw(name));
  return {
    renew,
    /** How many values each key has. */
    async count(): Promise<PrefixCounts> {
      return PrefixCounts.parse(
        await db.$queryRaw`SELECT substring(${column} FOR 5) AS prefix, count(*) AS count FROM ${table} GROUP BY 1`,
      );
    },
    /** The next values under one key, by id. */
    read: ({ after, prefix, limit }: { after: string; prefix: Uint8Array; limit: number }): Promise<SealedRow[]> =>
      db.$queryRaw`
        SELECT ${id} AS id, ${owner} AS owner, ${column} AS sealed FROM ${table}
        WHERE ${id} > ${after} AND substring(${column} FOR 5) = ${prefix} ORDER BY ${id} LIMIT ${limit}`,
    /**
     * Writes values that haven't changed since they were read. Returns how many it wrote. So two concurrent runs do
     * each value once, and values changed or erased meanwhile stay.
     */
    async replace(tx: Tx, renewed: readonly Resealing[]): Promise<number> {
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

/** The service's own private keys in a table, each sealed under the master key for its id: to seal and open one, and their column. */
export function sealedKeys({ purpose, table, id = "id" }: { purpose: string; table: string; id?: string }) {
  const seal = (of: string, key: Buffer) => Buffer.from(sealFor(purpose, key, [of]));
  /** Throws `SealBroken`. */
  const open = (of: string, sealed: Uint8Array) => openFor(purpose, sealed, [of]);
  const renew = ({ owner, sealed }: SealedRow) => seal(owner, open(owner, sealed));
  return { seal, open, column: sealedColumn({ table, id, owner: id, column: "sealed", renew }) };
}

/** How many sealed values each key has, by the first bytes of the values. See `masterKeyPrefixes`. */
export const PrefixCounts = z.array(z.object({ prefix: z.instanceof(Uint8Array), count: z.coerce.number() }));
export type PrefixCounts = z.infer<typeof PrefixCounts>;
