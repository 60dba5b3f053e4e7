import type { Ctx } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import type { Outcome, Service, Told } from "./services";
import { recordOnSource } from "./sources";
import { hexOfBits } from "./turned-hash";

const { sql } = Prisma;

const AT_ONCE = 100;

type Submitting = { sourceId: string; service: Service; isTimeUp: () => boolean };

/**
 * Tells a service of confirmed hashes, and withdraws those that no confirmation is left for. Each has a row that says whether it was told.
 * A process that dies between the answer and that row repeats the call, which a service takes as the same. Returns whether all is told.
 */
export async function submitHashes(ctx: Ctx, { sourceId, service, isTimeUp }: Submitting): Promise<boolean> {
  await inTransaction((tx) => fillOutbox(tx, sourceId, service));
  const rounds = [
    { column: "sent_at", tell: service.submit, waits: sql`o.sent_at IS NULL AND h.withdrawn_at IS NULL` },
    {
      column: "withdrawal_sent_at",
      tell: service.withdraw,
      waits: sql`o.sent_at IS NOT NULL AND o.withdrawal_sent_at IS NULL AND h.withdrawn_at IS NOT NULL`,
    },
  ] as const;
  for (const { column, tell, waits } of rounds) {
    for (let told = await next(sourceId, waits); told.length > 0; told = await next(sourceId, waits)) {
      if (isTimeUp()) return false;
      const outcomes = await tell(told);
      await inTransaction((tx) => keepOutcomes(tx, ctx, { sourceId, column, outcomes }));
    }
  }
  return true;
}

async function fillOutbox(tx: Tx, sourceId: string, { takesSha256 }: Service): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO hash_submissions (source_id, hash_id) SELECT ${sourceId}, id FROM shared_hashes
    WHERE withdrawn_at IS NULL AND (pdq IS NOT NULL OR ${takesSha256}) ORDER BY id ON CONFLICT DO NOTHING`;
  // Confirmed again after its withdrawal was told.
  await tx.$executeRaw`
    UPDATE hash_submissions o SET sent_at = NULL, withdrawal_sent_at = NULL, remote_id = NULL FROM shared_hashes h
    WHERE o.source_id = ${sourceId} AND h.id = o.hash_id AND h.withdrawn_at IS NULL AND o.withdrawal_sent_at IS NOT NULL`;
}

async function next(sourceId: string, waits: Prisma.Sql): Promise<Told[]> {
  const rows = await rowsIn<Told>(db)`
    SELECT o.hash_id, h.pdq::text AS pdq, encode(h.sha256, 'hex') AS sha256, o.remote_id
    FROM hash_submissions o JOIN shared_hashes h ON h.id = o.hash_id
    WHERE o.source_id = ${sourceId} AND o.refused IS NULL AND ${waits} ORDER BY o.hash_id LIMIT ${AT_ONCE}`;
  return rows.map(({ pdq, ...told }) => ({ ...told, pdq: pdq && hexOfBits(pdq) }));
}

type Kept = { sourceId: string; column: "sent_at" | "withdrawal_sent_at"; outcomes: readonly Outcome[] };

async function keepOutcomes(tx: Tx, ctx: Ctx, { sourceId, column, outcomes }: Kept): Promise<void> {
  const at = Prisma.raw(column);
  await tx.$executeRaw`
    UPDATE hash_submissions o SET refused = n.refused, remote_id = coalesce(n."remoteId", o.remote_id),
      ${at} = CASE WHEN n.refused IS NULL THEN ${clock.now()} ELSE o.${at} END
    FROM json_to_recordset(${JSON.stringify(outcomes)}::json) AS n("hashId" text, "remoteId" text, refused text)
    WHERE o.source_id = ${sourceId} AND o.hash_id = n."hashId"`;
  const refused = outcomes.filter((one) => one.refused !== null).length;
  const told = column === "sent_at" ? "submitted" : "withdrawn";
  recordOnSource(tx, ctx, sourceId, "hash_source.submitted", { [told]: outcomes.length - refused, refused });
}
