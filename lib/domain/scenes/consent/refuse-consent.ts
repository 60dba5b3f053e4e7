import { actedBy, attest, evidenceOf } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { emitAll } from "@/lib/domain/events";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import type { RefusalReason } from "../labels";
import { REFUSAL_VERSION, refusalText } from "../releases/release-text";
import { refusedEvents } from "../scene-events";
import { assertOpen, moveScene } from "../states";
import { lockOwnPerformer } from "./performer-stage";

/**
 * The acting person refuses their scene. Final: the scene is blocked and can never be greenlit. Somebody who signed may still
 * refuse until their ID is verified. The partner learns the reason's code, never the note; of a job, only that somebody refused.
 * Refusing again changes nothing.
 * Contract: Collab scenes, states; Events, `collab_scene.performer_refused`. Throws `NotFound`, and `Conflict`: `scene_closed`
 * once the scene is decided or its time is over, `already_consented`.
 */
export async function refuseConsent(
  ctx: Ctx<PersonActor>,
  { performerId, reason, note }: { performerId: string; reason: RefusalReason; note?: string },
): Promise<{ refused: boolean }> {
  return inTransaction(async (tx) => {
    const { scene, performer } = await lockOwnPerformer(tx, ctx, performerId);
    if (performer.refusedAt) return { refused: false };
    assertOpen(scene);
    if (performer.consentedAt) throw new Conflict("already_consented", "You already signed, and your consent counts.");
    const refusedAt = clock.now();
    const refusalId = await attest(tx, {
      kind: "refusal",
      subjectKind: "scene_performer",
      subjectId: performerId,
      text: refusalText(reason, note),
      textVersion: REFUSAL_VERSION,
      reason,
      email: performer.email,
      ...actedBy(ctx),
      attestedAt: refusedAt,
    });
    await tx.scenePerformer.update({
      where: { id: performerId },
      data: { refusedAt, refusalId, refusalReason: reason },
    });
    const subject = { kind: "scene_performer" as const, id: performerId };
    record(tx, { ctx, action: "scene_performer.refused", subject, reason, detail: evidenceOf(ctx) });
    if (!(await moveScene(tx, ctx, scene, { to: "blocked", block: "refused", partnerId: null }))) {
      throw new Error("a locked scene changed");
    }
    await emitAll(tx, refusedEvents(scene, { email: performer.email, reason }));
    return { refused: true };
  });
}
