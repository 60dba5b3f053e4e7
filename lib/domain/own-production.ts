import type { Ctx, StaffActor } from "@/lib/domain/context";
import { assertCustodian } from "@/lib/domain/people";
import { Prisma, type Tx } from "@/lib/platform/db";
import { Forbidden } from "@/lib/platform/errors";

// Shared by productions, certificates and inspections, of which the first imports the second.

/** The productions, as `p`, that this person produces or is in. Also by address, before they open their mail. */
export const ownProduction = (userId: string): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM users me WHERE me.id = ${userId} AND (
    EXISTS (SELECT FROM producers r WHERE r.id = p.producer_id AND r.user_id = me.id)
    OR EXISTS (
      SELECT FROM production_performers m
        JOIN collab_scenes s ON s.id = m.scene_id
        LEFT JOIN attestations t ON t.id = s.attestation_id
        LEFT JOIN scene_performers sp ON sp.id = m.scene_performer_id
      WHERE m.production_id = p.id
        AND (m.email = me.email OR sp.user_id = me.id OR (m.scene_performer_id IS NULL AND t.user_id = me.id)))))`;

/**
 * Checks that the actor is a custodian who neither produces these productions nor is in one of them. Throws `Forbidden`, also
 * `own_record`.
 */
export async function assertMayOpenProductions(
  tx: Pick<Tx, "user" | "$queryRaw">,
  ctx: Ctx<StaffActor>,
  productionIds: readonly string[],
): Promise<void> {
  await assertCustodian(tx, ctx);
  const own = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM productions p WHERE p.id = ANY (${productionIds}::text[]) AND ${ownProduction(ctx.actor.userId)} LIMIT 1`;
  if (own.length === 0) return;
  throw new Forbidden("This is your own production. Another custodian must handle it.", "own_record");
}
