import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import type { SceneStatus } from "./labels";

/** A scene whose row this transaction has locked. No other transaction can change it until this one ends. */
export type LockedScene = {
  id: string;
  partnerId: string;
  title: string;
  status: SceneStatus;
  uploadSessionId: string | null;
  shootDate: Date | null;
  expiresAt: Date;
  cancelledAt: Date | null;
  /** The partner's own ids of the verification job that it belongs to. */
  job: JobIds | null;
};

export type JobIds = { id: string; contentId: string };

/**
 * Lock scenes for the rest of the transaction, ordered by id. Read their performers in a later statement: a statement that
 * waited for the lock would see them as they were before the wait. Missing scenes are left out.
 */
export function lockScenes(tx: Tx, ids: readonly string[]): Promise<LockedScene[]> {
  return tx.$queryRaw<LockedScene[]>`
    SELECT id, partner_id AS "partnerId", title, status::text AS status, upload_session_id AS "uploadSessionId",
           shoot_date AS "shootDate", expires_at AS "expiresAt", cancelled_at AS "cancelledAt",
           CASE WHEN is_job THEN (SELECT json_build_object('id', j.job_id, 'contentId', j.content_id)
             FROM verification_jobs j WHERE j.scene_id = collab_scenes.id) END AS job
    FROM collab_scenes WHERE id = ANY (${[...ids]}::text[]) ORDER BY id FOR NO KEY UPDATE`;
}

/** `lockScenes` for one scene; null if it does not exist. */
export const lockScene = async (tx: Tx, id: string): Promise<LockedScene | null> =>
  (await lockScenes(tx, [id]))[0] ?? null;

/** Whether performers may still decide: not after the last day, even if the job that ends the scene is late. */
export const isOpen = (
  { status, expiresAt }: Pick<LockedScene, "status" | "expiresAt">,
  now: Date = clock.now(),
): boolean => status === "pending_signatures" && now < expiresAt;

/** Throws `Conflict` `scene_closed` once performers can decide no more. */
export function assertOpen(scene: Pick<LockedScene, "status" | "expiresAt">, now: Date = clock.now()): void {
  if (!isOpen(scene, now)) throw new Conflict("scene_closed", "This scene is closed. Reload the page.");
}

type Move = { to: "greenlit" } | { to: "blocked"; block: "refused" | "expired" } | { to: "cancelled" };

/**
 * Move a scene out of `pending_signatures`: the only place that writes a scene's status. Every other status is final. Returns
 * the time of the move; null, with nothing written, when the scene had moved before. The caller sends the event.
 * Contract: Collab scenes, states.
 */
export async function moveScene(
  tx: Tx,
  ctx: Ctx,
  scene: Pick<LockedScene, "id" | "job">,
  {
    partnerId,
    ...move
  }: Move & { /** The partner whose history shows it; null for a verification job. */ partnerId: string | null },
): Promise<Date | null> {
  const now = clock.now();
  const columns = {
    greenlit: { greenlitAt: now },
    blocked: { blockedAt: now, block: "block" in move ? move.block : null },
    cancelled: { cancelledAt: now },
  };
  const { count } = await tx.collabScene.updateMany({
    where: { id: scene.id, status: "pending_signatures" },
    data: { status: move.to, ...columns[move.to] },
  });
  if (count === 0) return null;
  record(tx, {
    ctx,
    action: `collab_scene.${move.to}`,
    subject: { kind: "collab_scene", id: scene.id },
    partnerId: scene.job ? null : partnerId,
    ...("block" in move && { reason: move.block }),
  });
  return now;
}
