import type { Ctx, StaffActor } from "@/lib/domain/context";
import { assertCustodian } from "@/lib/domain/people";
import { Prisma, type Tx } from "@/lib/platform/db";
import { Forbidden } from "@/lib/platform/errors";

/**
 * The scenes, as `s`, that this person performs in or uploads, whose account is theirs now, or whose index entries name them.
 * Also by address, before they open their mail.
 */
export const ownScene = (userId: string): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM users me WHERE me.id = ${userId} AND (
    EXISTS (SELECT FROM scene_performers p WHERE p.scene_id = s.id AND (p.user_id = me.id OR p.email = me.email))
    OR EXISTS (SELECT FROM attestations t WHERE t.id = s.attestation_id AND t.user_id = me.id)
    OR EXISTS (SELECT FROM solo_accounts a WHERE a.id = s.uploader_account_id AND (a.user_id = me.id OR a.email = me.email))
    OR EXISTS (SELECT FROM scene_index_entries e WHERE e.scene_id = s.id AND e.user_id = me.id)))`;

/**
 * Checks that the actor is a custodian, and neither performs in this scene nor uploads it, also after it was erased. Throws
 * `Forbidden`, also `own_record`.
 */
export async function assertMayOpenScene(
  tx: Pick<Tx, "user" | "$queryRaw">,
  ctx: Ctx<StaffActor>,
  sceneId: string,
): Promise<void> {
  await assertCustodian(tx, ctx);
  const own = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM collab_scenes s WHERE s.id = ${sceneId} AND ${ownScene(ctx.actor.userId)}
    UNION ALL SELECT 1 FROM scene_index_entries WHERE scene_id = ${sceneId} AND user_id = ${ctx.actor.userId}`;
  if (own.length > 0) throw new Forbidden("This is your own scene. Another custodian must review it.", "own_record");
}

/**
 * Checks that a custodian neither performs in nor uploads a scene that this person performs in, because the person's ID is
 * evidence of that scene, and approving it can greenlight the scene. Throws `Forbidden` `shared_scene`.
 */
export async function assertShareNoScene(
  tx: Pick<Tx, "$queryRaw">,
  { actor }: Ctx<StaffActor>,
  userId: string,
): Promise<void> {
  const shared = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM scene_performers theirs JOIN collab_scenes s ON s.id = theirs.scene_id
    WHERE theirs.user_id = ${userId} AND ${ownScene(actor.userId)} LIMIT 1`;
  if (shared.length === 0) return;
  throw new Forbidden("You are in a scene with this person. Another custodian must handle it.", "shared_scene");
}
