import { eraseAttestations } from "@/lib/domain/acts";
import { eraseSceneFees } from "@/lib/domain/billing";
import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { EXPIRED_AT_ONCE, EXPIRED_BEFORE, RETENTION_IS_OVER } from "@/lib/domain/records/erase-each";
import { queueForSearch } from "@/lib/domain/records/search";
import { Prisma, rows, rowsIn, type Tx } from "@/lib/platform/db";
import { linkedDepictions } from "./custody/record-links";
import { sweepReleaseObject } from "./releases/release-copies";

type ExpiredScene = { id: string; at: Date };

/** Scenes that can be erased, oldest first: the next after this one. */
export const nextExpiredScenes = (after: ExpiredScene | undefined) =>
  rows<ExpiredScene>(Prisma.sql`
    SELECT s.id, greatest(s.shoot_date, s.created_at) AS at FROM collab_scenes s
    WHERE greatest(s.shoot_date, s.created_at) <= ${EXPIRED_BEFORE} AND NOT scene_must_be_kept(s)
      ${after ? Prisma.sql`AND (greatest(s.shoot_date, s.created_at), s.id) > (${after.at}, ${after.id})` : Prisma.empty}
    ORDER BY greatest(s.shoot_date, s.created_at), s.id LIMIT ${EXPIRED_AT_ONCE}`);

/** Locks a scene to erase it. Lock before checking what keeps it: a statement that waits for the lock has a stale snapshot. */
export async function lockToErase(tx: Tx, sceneId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM collab_scenes WHERE id = ${sceneId} FOR UPDATE`;
}

/** A locked scene, unless it has to be kept: it may have been put under a legal hold meanwhile. */
export async function findErasable(tx: Tx, sceneId: string) {
  const [scene] = await rowsIn<{ id: string; partnerId: string; title: string; attestationIds: string[] }>(tx)`
    SELECT id, partner_id, title, array_remove(ARRAY(
        SELECT s.attestation_id UNION ALL SELECT unnest(ARRAY[p.release_id, p.refusal_id]) FROM scene_performers p
        WHERE p.scene_id = s.id), NULL) AS attestation_ids
      FROM collab_scenes s WHERE id = ${sceneId} AND NOT scene_must_be_kept(s)`;
  return scene ?? null;
}

export const SCENE_ENTRIES = {
  kind: "scene",
  key: "sceneId",
  entries: Prisma.sql`scene_index_entries`,
  column: Prisma.sql`scene_id`,
  records: Prisma.sql`collab_scenes`,
} as const;

type Erasable = NonNullable<Awaited<ReturnType<typeof findErasable>>>;

/** Erases a scene that no production has any more, with what people agreed to. Its index entries keep what it was. */
export async function eraseScene(tx: Tx, ctx: Ctx, scene: Erasable): Promise<void> {
  const { id: sceneId, partnerId, title, attestationIds } = scene;
  await tx.$executeRaw`
    UPDATE scene_index_entries SET title = ${title}, content_urls = (
      SELECT string_agg(content_url, E'\n' ORDER BY id) FROM scene_publications WHERE scene_id = ${sceneId})
    WHERE scene_id = ${sceneId}`;
  // Custodians among them may still not open a depiction of themselves, and the publications that lead to it go now.
  await tx.$executeRaw`
    WITH ${linkedDepictions(sceneId)}
    INSERT INTO erased_scene_people (depiction_id, partner_id, user_id)
    SELECT linked.id, linked.partner_id, e.user_id FROM linked JOIN scene_index_entries e ON e.scene_id = ${sceneId} ON CONFLICT DO NOTHING`;
  const copies = await tx.$queryRaw<{ key: string }[]>`
    DELETE FROM release_copies c USING scene_performers p WHERE p.id = c.performer_id AND p.scene_id = ${sceneId}
    RETURNING c.key`;
  for (const { key } of copies) await sweepReleaseObject(tx, key);
  await tx.scenePerformer.deleteMany({ where: { sceneId } });
  await tx.scenePublication.deleteMany({ where: { sceneId } });
  await tx.sceneExtension.deleteMany({ where: { sceneId } });
  await eraseSceneFees(tx, sceneId);
  await tx.verificationJob.deleteMany({ where: { sceneId } });
  await tx.collabScene.delete({ where: { id: sceneId } });
  await eraseUnused(tx, attestationIds);
  await queueForSearch(tx, "scene", [sceneId]);
  const subject = { kind: "collab_scene", id: sceneId } as const;
  record(tx, { ctx, action: "collab_scene.erased", subject, partnerId, reason: RETENTION_IS_OVER });
}

/** Erases what people agreed to, unless another scene or an upload session still refers to it. */
export async function eraseUnused(tx: Tx, attestationIds: readonly string[]): Promise<void> {
  const of = { where: { attestationId: { in: [...attestationIds] } }, select: { attestationId: true } };
  const kept = [...(await tx.collabScene.findMany(of)), ...(await tx.uploadSession.findMany(of))];
  const isKept = new Set(kept.map(({ attestationId }) => attestationId));
  await eraseAttestations(
    tx,
    attestationIds.filter((id) => !isKept.has(id)),
  );
}
