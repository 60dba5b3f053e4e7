import { z } from "zod";
import { eraseAttestations } from "@/lib/domain/acts";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import {
  EXPIRED_AT_ONCE,
  EXPIRED_BEFORE,
  eraseEach,
  eraseExpiredEntries,
  RETENTION_IS_OVER,
} from "@/lib/domain/records/erase-each";
import { queueForSearch } from "@/lib/domain/records/search";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { linkedDepictions } from "./custody/record-links";
import { sweepReleaseObject } from "./releases/release-copies";

/**
 * Erases scenes whose seven years are over, that have no legal hold, are no longer published and in no sealed package, oldest first,
 * with what people agreed to. An upload session keeps the statement of its scene. Then erases their index entries once those have
 * expired too. Fees stay on their invoices. A failure is logged, doesn't stop the others, and is retried the next night. Contract: General rules, 4.
 */
export const eraseExpiredScenesTask = defineTask(
  "erase_expired_scenes",
  z.object({}),
  async (_, { requestId, signal }) => {
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "retention" }, requestId };
    await eraseEach({ named: "sceneId", next: nextScenes, erase: (tx, row) => eraseScene(tx, ctx, row), signal });
    await eraseExpiredEntries(ctx, { of: "sceneId", signal });
  },
);

export const eraseExpiredScenes: Schedule = { task: eraseExpiredScenesTask, cron: "45 2 * * *" };

type ExpiredScene = { id: string; at: Date };

const nextScenes = (after: ExpiredScene | undefined) => db.$queryRaw<ExpiredScene[]>`
  SELECT s.id, greatest(s.shoot_date, s.created_at) AS at FROM collab_scenes s
  WHERE greatest(s.shoot_date, s.created_at) <= ${EXPIRED_BEFORE} AND NOT scene_must_be_kept(s)
    ${after ? Prisma.sql`AND (greatest(s.shoot_date, s.created_at), s.id) > (${after.at}, ${after.id})` : Prisma.empty}
  ORDER BY greatest(s.shoot_date, s.created_at), s.id LIMIT ${EXPIRED_AT_ONCE}`;

async function eraseScene(tx: Tx, ctx: Ctx, { id: sceneId }: ExpiredScene): Promise<void> {
  // It may have been put under a legal hold meanwhile. Locked first, because a statement that waited sees old publications.
  await tx.$queryRaw`SELECT 1 AS locked FROM collab_scenes WHERE id = ${sceneId} FOR UPDATE`;
  // A production that isn't sealed loses it. Locked too, so that no seal starts meanwhile.
  const drafts = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM productions WHERE id IN (SELECT production_id FROM production_performers WHERE scene_id = ${sceneId})
    ORDER BY id FOR NO KEY UPDATE`;
  const [scene] = await tx.$queryRaw<{ partnerId: string; title: string; attestationIds: string[] }[]>`
    SELECT partner_id AS "partnerId", title, array_remove(ARRAY(
      SELECT s.attestation_id UNION ALL SELECT unnest(ARRAY[p.release_id, p.refusal_id]) FROM scene_performers p
      WHERE p.scene_id = s.id), NULL) AS "attestationIds"
    FROM collab_scenes s WHERE id = ${sceneId} AND NOT scene_must_be_kept(s)`;
  if (!scene) return;
  await tx.$executeRaw`
    UPDATE scene_index_entries SET title = ${scene.title}, content_urls = (
      SELECT string_agg(content_url, E'\n' ORDER BY id) FROM scene_publications WHERE scene_id = ${sceneId})
    WHERE scene_id = ${sceneId}`;
  // Custodians among them may still not open a depiction of themselves, and the publications that lead to it go now.
  await tx.$executeRaw`
    WITH ${linkedDepictions(sceneId)}
    INSERT INTO erased_scene_people (depiction_id, user_id)
    SELECT linked.id, e.user_id FROM linked JOIN scene_index_entries e ON e.scene_id = ${sceneId} ON CONFLICT DO NOTHING`;
  const copies = await tx.$queryRaw<{ key: string }[]>`
    DELETE FROM release_copies c USING scene_performers p WHERE p.id = c.performer_id AND p.scene_id = ${sceneId}
    RETURNING c.key`;
  for (const { key } of copies) await sweepReleaseObject(tx, key);
  await tx.productionPerformer.deleteMany({ where: { sceneId } });
  for (const { id } of drafts) {
    const production = { kind: "production", id } as const;
    record(tx, {
      ctx,
      action: "production.scene_removed",
      subject: production,
      partnerId: null,
      reason: RETENTION_IS_OVER,
      detail: { sceneId },
    });
  }
  await tx.scenePerformer.deleteMany({ where: { sceneId } });
  await tx.scenePublication.deleteMany({ where: { sceneId } });
  await tx.sceneExtension.deleteMany({ where: { sceneId } });
  // A refund that is still owed keeps its fee, and so the scene, until it is made.
  await tx.sceneFeeCharge.deleteMany({ where: { fee: { sceneId }, status: { not: "refund_owed" } } });
  // An invoice keeps the fees that it charged.
  await tx.sceneFee.deleteMany({ where: { sceneId, billedTo: { not: "platform_invoice" } } });
  await tx.verificationJob.deleteMany({ where: { sceneId } });
  await tx.collabScene.delete({ where: { id: sceneId } });
  await eraseAttestations(tx, scene.attestationIds);
  await queueForSearch(tx, "scene", [sceneId]);
  const subject = { kind: "collab_scene", id: sceneId } as const;
  record(tx, { ctx, action: "collab_scene.erased", subject, partnerId: scene.partnerId, reason: RETENTION_IS_OVER });
}
