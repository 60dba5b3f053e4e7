import { Prisma, pool, sqlState } from "@/lib/platform/db";
import type { SearchKind } from "@/prisma/generated/client";

export type Hit = { id: string; productionDate: Date };

/** Whose records: one partner's, or everybody's with null, erased ones too. */
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
  /** More hits than these are not sorted. */
  most: number;
};

// Statistics take most words for more frequent than they are: PostgreSQL would rather read the whole list than the index. Parts
// that are frequent each by itself may take it long to find together.
const BY_INDEX = `BEGIN READ ONLY; SET LOCAL enable_indexscan = off; SET LOCAL enable_seqscan = off; SET LOCAL jit = off;
  SET LOCAL statement_timeout = '1s'`;
const CANCELLED = "57014";

/** The first records in an order that meet conditions, by the index; null where more than `most` do, or it takes too long. */
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
