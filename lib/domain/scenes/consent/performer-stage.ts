import { evidenceOf, performerSubject, recordViewed } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { ConsentPage } from "../labels";
import type { PerformerOfLink } from "../queries";
import { isOpen, lockScene } from "../states";

/** Where a performer and their scene are, as their own page shows it. */
export type PerformerStage =
  /** Waits for their signature or refusal. */
  | { at: "asked" }
  /** They signed, and others or their own ID are missing. `consented`: their part is done. `fallsShort`: it can't count. */
  | { at: "signed"; signedAt: Date; consented: boolean; fallsShort: boolean }
  | { at: "greenlit"; greenlitAt: Date; signedAt: Date | null }
  | { at: "refused"; refusedAt: Date }
  /** Over without their refusal. We don't say who refused. */
  | { at: "blocked" | "cancelled" | "expired"; signedAt: Date | null };

type Staged = Pick<PerformerOfLink, "signedAt" | "consentedAt" | "refusedAt" | "fallsShort"> & {
  scene: Pick<PerformerOfLink["scene"], "status" | "block" | "greenlitAt" | "expiresAt">;
};

/** The stage of a performer. A scene whose time is over counts as expired, even if the job that ends it is late. */
export function performerStage({ scene, signedAt, consentedAt, refusedAt, fallsShort }: Staged): PerformerStage {
  if (refusedAt) return { at: "refused", refusedAt };
  if (scene.greenlitAt) return { at: "greenlit", greenlitAt: scene.greenlitAt, signedAt };
  if (isOpen(scene)) {
    return signedAt ? { at: "signed", signedAt, consented: consentedAt !== null, fallsShort } : { at: "asked" };
  }
  if (scene.status === "cancelled") return { at: "cancelled", signedAt };
  return { at: scene.block === "refused" ? "blocked" : "expired", signedAt };
}

/** Record that the acting person's visit viewed a page of their scene: each page once a visit. Throws `NotFound`. */
export const recordPageView = (
  ctx: Ctx<PersonActor>,
  { performerId, page }: { performerId: string; page: ConsentPage },
): Promise<void> => recordOnce(ctx, { performerId, action: "scene_performer.page_viewed", what: page });

/**
 * Record that the acting person's browser says it opened the exact text of a clause, each once a visit. Clause 0 is the introduction.
 * Only scripts say so, and the server can't check it: the ledger's words say how it is known. Throws `NotFound`.
 */
export const recordTextOpened = (
  ctx: Ctx<PersonActor>,
  { performerId, clause }: { performerId: string; clause: number },
): Promise<void> => {
  const what = clause === 0 ? "introduction" : `clause ${clause}`;
  return recordOnce(ctx, { performerId, action: "scene_performer.text_opened", what });
};

type Once = {
  performerId: string;
  action: "scene_performer.page_viewed" | "scene_performer.text_opened";
  what: string;
};

async function recordOnce(ctx: Ctx<PersonActor>, { performerId, action, what }: Once): Promise<void> {
  const { userId, visit } = ctx.actor;
  if (!visit) return;
  await inTransaction(async (tx) => {
    if ((await tx.scenePerformer.count({ where: { id: performerId, userId } })) === 0) throw new NotFound();
    if (!(await recordViewed(tx, { visitId: visit.id, subject: performerSubject(performerId), page: what }))) return;
    const subject = { kind: "scene_performer" as const, id: performerId };
    record(tx, { ctx, action, subject, reason: what, detail: evidenceOf(ctx) });
  });
}

/** Lock the scene of the acting person's own performer and read both. Throws `NotFound` for somebody else's. */
export async function lockOwnPerformer(tx: Tx, ctx: Ctx<PersonActor>, performerId: string) {
  const named = await tx.scenePerformer.findUnique({ where: { id: performerId }, select: { sceneId: true } });
  const scene = named && (await lockScene(tx, named.sceneId));
  const performer = await tx.scenePerformer.findUnique({ where: { id: performerId } });
  if (!scene || performer?.userId !== ctx.actor.userId) throw new NotFound();
  return { scene, performer };
}
