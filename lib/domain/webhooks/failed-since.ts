import { Prisma, type Tx } from "@/lib/platform/db";

/** Which failures of an endpoint a replay is about: those between two moments, both of them included. */
export type FailedSpan = { endpointId: string; since: Date; until: Date };

// The status stands there as text: with a value in its place, a plan for all values could not use the index of failures.
/** The condition of it, by the index of failures in their order. */
export const failedSince = ({ endpointId, since, until }: FailedSpan): Prisma.Sql => Prisma.sql`
  endpoint_id = ${endpointId} AND status = 'failed' AND settled_at >= ${since} AND settled_at <= ${until}`;

/** How to count them. */
export const countOfFailed = (span: FailedSpan): Prisma.Sql => Prisma.sql`
  SELECT count(*)::int AS count FROM webhook_deliveries WHERE ${failedSince(span)}`;

/** How many they are. */
export async function countFailedSince(tx: Pick<Tx, "$queryRaw">, span: FailedSpan): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>(countOfFailed(span));
  return row?.count ?? 0;
}
