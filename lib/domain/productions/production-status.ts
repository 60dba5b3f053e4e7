import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import type { ProductionStatus } from "@/prisma/generated/client";

// Shared by productions and certificates, of which the first imports the second.

/** A production whose row this transaction has locked. No other transaction can change it until this one ends. */
export type LockedProduction = {
  id: string;
  producerId: string;
  title: string;
  productionDate: Date;
  status: ProductionStatus;
  documentedAt: Date | null;
  revision: number;
};

/**
 * Locks a production for the rest of the transaction; null if it doesn't exist. Read what belongs to it in a later statement: a
 * statement that waited for the lock would see it as it was before the wait.
 */
export async function lockProduction(tx: Tx, id: string): Promise<LockedProduction | null> {
  const [locked] = await rowsIn<LockedProduction>(tx)`
    SELECT id, producer_id, title, production_date, status::text AS status,
      documented_at, revision
    FROM productions WHERE id = ${id} FOR NO KEY UPDATE`;
  return locked ?? null;
}

/** Locks a production's producer for the rest of the transaction. Before the lock of any production. */
export async function lockProducerOf(tx: Tx, productionId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 AS locked FROM producers WHERE id = (SELECT producer_id FROM productions WHERE id = ${productionId})
    FOR NO KEY UPDATE`;
}

/** For each status, those from which a production can reach it. `revoked` and `takedown_complete` are final. */
const FROM: Record<ProductionStatus, readonly ProductionStatus[]> = {
  // A rejected takedown leads back.
  pending_documentation: ["takedown_pending"],
  documented: ["pending_documentation", "takedown_pending"],
  takedown_pending: ["pending_documentation", "documented"],
  takedown_complete: ["takedown_pending"],
  revoked: ["pending_documentation", "documented", "takedown_pending"],
};

type Move = {
  to: ProductionStatus;
  /** The ledger's word for it. */
  as: "documented" | "takedown_requested" | "frozen" | "takedown_rejected" | "takedown_complete" | "revoked";
  /** Whose history shows it; no partner's by default. */
  partnerId?: string | null;
  reason?: string;
  detail?: Record<string, unknown>;
};

/**
 * Move a production: the only place that writes its status. The first move to `documented` sets `documentedAt`, which stays.
 * False, with nothing written, when its status doesn't allow the move. Contract: Production states.
 */
export async function moveProduction(
  tx: Tx,
  ctx: Ctx,
  productionId: string,
  { to, as, partnerId = null, ...more }: Move,
): Promise<boolean> {
  const documentedAt =
    to === "documented" ? Prisma.sql`coalesce(documented_at, ${clock.now()})` : Prisma.sql`documented_at`;
  const count = await tx.$executeRaw`
    UPDATE productions SET status = ${to}::production_status, documented_at = ${documentedAt}
    WHERE id = ${productionId} AND status = ANY (${[...FROM[to]]}::production_status[])`;
  if (count === 0) return false;
  record(tx, {
    ctx,
    action: `production.${as}`,
    subject: { kind: "production", id: productionId },
    partnerId,
    ...more,
  });
  return true;
}
