import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { queueForSearch } from "@/lib/domain/search";
import { db, inTransaction, isDatabasesFault, Prisma, type Tx } from "@/lib/platform/db";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { sweepReleaseObject } from "./releases/release-copies";

const BATCH = 100;
const REASON = "The seven years of its retention are over";
// A bound that a database index can serve, with a day to spare for leap days. By the database's clock, like its guards.
const BOUND = Prisma.sql`now() - interval '7 years' + interval '1 day'`;

/**
 * Erases scenes whose seven years are over, that have no legal hold and are no longer published, oldest first. Then erases
 * their index entries once those have expired too. What people agreed to stays in `attestations`, and fees stay on their
 * invoices. A failure is logged, doesn't stop the others, and is retried the next night. Contract: General rules, 4.
 */
export const eraseExpiredScenesTask = defineTask(
  "erase_expired_scenes",
  z.object({}),
  async (_, { requestId, signal }) => {
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "retention" }, requestId };
    await eraseEach({ next: nextScenes, erase: (tx, row) => eraseScene(tx, ctx, row), signal });
    await eraseEach({ next: nextEntries, erase: (tx, row) => eraseEntry(tx, ctx, row), signal });
  },
);

export const eraseExpiredScenes: Schedule = { task: eraseExpiredScenesTask, cron: "45 2 * * *" };

type Walk<Row> = {
  /** The next rows after this one, up to `BATCH`. */
  next: (after: Row | undefined) => Promise<Row[]>;
  erase: (tx: Tx, row: Row) => Promise<void>;
  signal: AbortSignal | undefined;
};

async function eraseEach<Row extends { sceneId: string }>({ next, erase, signal }: Walk<Row>): Promise<void> {
  let after: Row | undefined;
  for (let rows = await next(after); rows.length > 0; rows = await next(after)) {
    for (const row of rows) {
      // The job queue retries an aborted task, which continues with the rest.
      signal?.throwIfAborted();
      await inTransaction((tx) => erase(tx, row)).catch((error: unknown) => {
        if (isDatabasesFault(error)) throw error;
        const { sceneId } = row;
        log.error({ err: error, sceneId }, "an expired scene could not be erased, will be retried");
      });
    }
    after = rows.at(-1);
  }
}

type ExpiredScene = { sceneId: string; at: Date };

const nextScenes = (after: ExpiredScene | undefined) => db.$queryRaw<ExpiredScene[]>`
  SELECT s.id AS "sceneId", greatest(s.shoot_date, s.created_at) AS at FROM collab_scenes s
  WHERE greatest(s.shoot_date, s.created_at) <= ${BOUND} AND NOT scene_must_be_kept(s)
    ${after ? Prisma.sql`AND (greatest(s.shoot_date, s.created_at), s.id) > (${after.at}, ${after.sceneId})` : Prisma.empty}
  ORDER BY greatest(s.shoot_date, s.created_at), s.id LIMIT ${BATCH}`;

async function eraseScene(tx: Tx, ctx: Ctx, { sceneId }: ExpiredScene): Promise<void> {
  // It may have been put under a legal hold meanwhile. Locked first, because a statement that waited sees old publications.
  await tx.$queryRaw`SELECT 1 AS locked FROM collab_scenes WHERE id = ${sceneId} FOR UPDATE`;
  const [scene] = await tx.$queryRaw<{ partnerId: string; title: string }[]>`
    SELECT partner_id AS "partnerId", title FROM collab_scenes s WHERE id = ${sceneId} AND NOT scene_must_be_kept(s)`;
  if (!scene) return;
  await tx.$executeRaw`
    UPDATE scene_index_entries SET title = ${scene.title}, content_urls = (
      SELECT string_agg(content_url, E'\n' ORDER BY id) FROM scene_publications WHERE scene_id = ${sceneId})
    WHERE scene_id = ${sceneId}`;
  const copies = await tx.$queryRaw<{ key: string }[]>`
    DELETE FROM release_copies c USING scene_performers p WHERE p.id = c.performer_id AND p.scene_id = ${sceneId}
    RETURNING c.key`;
  for (const { key } of copies) await sweepReleaseObject(tx, key);
  await tx.scenePerformer.deleteMany({ where: { sceneId } });
  await tx.scenePublication.deleteMany({ where: { sceneId } });
  await tx.sceneExtension.deleteMany({ where: { sceneId } });
  // A refund that is still owed keeps its fee, and so the scene, until it is made.
  await tx.sceneFeeCharge.deleteMany({ where: { fee: { sceneId }, status: { not: "refund_owed" } } });
  // An invoice keeps the fees that it charged.
  await tx.sceneFee.deleteMany({ where: { sceneId, billedTo: { not: "platform_invoice" } } });
  await tx.collabScene.delete({ where: { id: sceneId } });
  await queueForSearch(tx, "scene", [sceneId]);
  const subject = { kind: "collab_scene", id: sceneId } as const;
  record(tx, { ctx, action: "collab_scene.erased", subject, partnerId: scene.partnerId, reason: REASON });
}

type ExpiredEntry = ExpiredScene & { userId: string };

const nextEntries = (after: ExpiredEntry | undefined) => db.$queryRaw<ExpiredEntry[]>`
  SELECT scene_id AS "sceneId", user_id AS "userId", last_changed_at AS at FROM scene_index_entries i
  WHERE last_changed_at <= ${BOUND} AND NOT must_be_kept(greatest(production_date, last_changed_at), legal_hold)
    AND NOT EXISTS (SELECT FROM collab_scenes s WHERE s.id = i.scene_id)
    ${
      after
        ? Prisma.sql`AND last_changed_at >= ${after.at}
            AND (last_changed_at, scene_id, user_id) > (${after.at}, ${after.sceneId}, ${after.userId})`
        : Prisma.empty
    }
  ORDER BY last_changed_at, scene_id, user_id LIMIT ${BATCH}`;

/** Erases one index entry. The ledger keeps an entry about the person. */
async function eraseEntry(tx: Tx, ctx: Ctx, { sceneId, userId }: ExpiredEntry): Promise<void> {
  const erased = await tx.$queryRaw<{ partnerId: string }[]>`
    DELETE FROM scene_index_entries WHERE scene_id = ${sceneId} AND user_id = ${userId}
      AND NOT must_be_kept(greatest(production_date, last_changed_at), legal_hold)
    RETURNING partner_id AS "partnerId"`;
  for (const { partnerId } of erased) {
    const subject = { kind: "person", id: userId } as const;
    record(tx, { ctx, action: "index_entry.erased", subject, partnerId, reason: REASON, detail: { sceneId } });
    await queueForSearch(tx, "scene", [sceneId]);
  }
}
