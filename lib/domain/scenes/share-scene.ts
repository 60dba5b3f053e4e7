import type { Ctx, StaffActor } from "@/lib/domain/context";
import type { Tx } from "@/lib/platform/db";
import { Forbidden } from "@/lib/platform/errors";
import { ownScene } from "./view-record";

/**
 * Checks that a custodian neither performs in nor uploads a scene that this person performs in, because the decision about the
 * person's ID decides on that scene, too. Throws `Forbidden` `own_record`.
 */
export async function assertShareNoScene(tx: Tx, { actor }: Ctx<StaffActor>, userId: string): Promise<void> {
  const shared = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM scene_performers theirs JOIN collab_scenes s ON s.id = theirs.scene_id
    WHERE theirs.user_id = ${userId} AND ${ownScene(actor.userId)} LIMIT 1`;
  if (shared.length === 0) return;
  throw new Forbidden("You are in a scene with this person. Another custodian must decide.", "own_record");
}
