import { Prisma, pool, sqlState } from "@/lib/platform/db";
import type { SearchKind } from "@/prisma/generated/client";

export type Hit = { id: string; productionDate: Date };

/** Whose records: one partner's, or with null every partner's, erased ones included. */
export type Owned = { kind: SearchKind; partnerId: string | null };

export const ownedBy = ({ kind, partnerId }: Owned): Prisma.Sql =>
  partnerId === null
    ? Prisma.sql`kind = ${kind}::search_kind`
    : Prisma.sql`kind = ${kind}::search_kind AND partner_id = ${partnerId} AND NOT erased`;

export type HitsWanted = Owned & {
  /** Conditions on `search_records`. */
  where: readonly Prisma.Sql[];
  /** The order, of `id` and `production_date`. */
  by: Prisma.Sql;
  limit: number;
  /** Above this number of hits, none are sorted or returned. */
  most: number;
};

// PostgreSQL overestimates how common most words are and would read the whole list instead of the index. Several common words
// together can still take long, hence the timeout.
const BY_INDEX = `BEGIN READ ONLY; SET LOCAL enable_indexscan = off; SET LOCAL enable_seqscan = off; SET LOCAL jit = off;
  SET LOCAL statement_timeout = '1s'`;
const CANCELLED = "57014";

/** The first matching records in an order, found by the index. Null when more than `most` match or it takes over a second. */
export async function findHits({ where, by, limit, most, ...owned }: HitsWanted): Promise<Hit[] | null> {
  const { text, values } = Prisma.sql`
    WITH hits AS MATERIALIZED (
      SELECT id, production_date FROM search_records WHERE ${Prisma.join([ownedBy(owned), ...where], " AND ")} LIMIT ${most + 1})
    SELECT id, production_date AS "productionDate", (SELECT count(*) FROM hits)::int AS count
    FROM hits ORDER BY ${by} LIMIT ${limit}`;
  const client = await pool().connect();
  try {
    await client.query(BY_INDEX);
    const { rows } = await client.query<Hit & { count: number }>(text, values);
    const [first] = rows;
    return first && first.count > most ? null : rows.map(({ id, productionDate }) => ({ id, productionDate }));
  } catch (error) {
    if (sqlState(error) === CANCELLED) return null;
    throw error;
  } finally {
    await client.query("ROLLBACK").finally(() => client.release());
  }
}
