import type { Ctx, PortalUserActor, ProducerActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { editorList, field, filter, NEWEST, type RowIn } from "@/lib/domain/core/lists";
import { clock } from "@/lib/platform/clock";
import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { SCENES_MOST } from "./labels";
import {
  assertMayChange,
  assertMayRead,
  changeProduction,
  countChange,
  type Editor,
  lockToChange,
} from "./production-access";

type InScene = { productionId: string; sceneId: string };
type Adder = Ctx<PortalUserActor | ProducerActor>;

/**
 * Add a scene with everyone in it, if `addableBy` names it. False if it was added before. Throws `NotFound`, `Forbidden`, and
 * `Conflict` `too_many_scenes`, `sealing_in_progress`, `production_closed`.
 */
export async function addScene(ctx: Adder, { productionId, sceneId }: InScene): Promise<{ added: boolean }> {
  const added = await changeProduction(
    ctx,
    productionId,
    (tx, { revision }) => insertScene(tx, ctx, { productionId, sceneId, revision }),
    (tx) => lockAddable(tx, ctx, { productionId, sceneId }),
  );
  return { added: added !== null };
}

/**
 * Add the scene of a verification job to a production, in the transaction that starts the job. Throws `NotFound`, `Forbidden`, and
 * `Conflict` `too_many_scenes`, `sealing_in_progress`, `production_closed`.
 */
export async function joinScene(tx: Tx, ctx: Editor, { productionId, sceneId }: InScene): Promise<void> {
  await assertMayChange(tx, ctx, productionId);
  const { revision } = await lockToChange(tx, productionId);
  if (await insertScene(tx, ctx, { productionId, sceneId, revision })) await countChange(tx, productionId);
}

/**
 * The scenes that an actor may add to a production. A partner's admin: the partner's own greenlit ones. A producer: greenlit ones
 * that they uploaded, and those of verification jobs for this production that they took out, while the job is open or complete.
 */
const addableBy = ({ actor }: Adder, productionId: string): Prisma.Sql =>
  actor.kind === "producer"
    ? Prisma.sql`s.id IN (
        SELECT own.id FROM attestations a JOIN collab_scenes own ON own.attestation_id = a.id
        WHERE a.user_id = ${actor.userId} AND own.status = 'greenlit'
        UNION ALL
        SELECT asked.id FROM verification_jobs j JOIN collab_scenes asked ON asked.id = j.scene_id
        WHERE j.production_id = ${productionId} AND asked.status IN ('pending_signatures', 'greenlit'))`
    : Prisma.sql`s.status = 'greenlit' AND s.partner_id = ${actor.partnerId} AND s.uploader_account_id IS NOT NULL`;

/** Keeps the scene until the transaction ends. Before the production's lock. */
async function lockAddable(tx: Tx, ctx: Adder, { productionId, sceneId }: InScene): Promise<void> {
  const found = isId(sceneId)
    ? await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM collab_scenes s WHERE s.id = ${sceneId} AND ${addableBy(ctx, productionId)} FOR KEY SHARE OF s`
    : [];
  if (found.length === 0) throw new NotFound();
}

async function insertScene(
  tx: Tx,
  ctx: Ctx,
  { productionId, sceneId, revision: before }: InScene & { revision: number },
): Promise<true | null> {
  const scenes = await tx.productionPerformer.groupBy({ by: ["sceneId"], where: { productionId } });
  if (scenes.some((one) => one.sceneId === sceneId)) return null;
  if (scenes.length >= SCENES_MOST) {
    throw new Conflict("too_many_scenes", `A production has at most ${SCENES_MOST} scenes.`);
  }
  const people = await rowsIn<{ email: string; scenePerformerId: string | null }>(tx)`
    SELECT a.email, NULL AS scene_performer_id FROM collab_scenes s JOIN solo_accounts a ON a.id = s.uploader_account_id
    WHERE s.id = ${sceneId}
    UNION ALL
    (SELECT email, id FROM scene_performers WHERE scene_id = ${sceneId} ORDER BY position)`;
  const [addedAt, revision] = [clock.now(), before + 1];
  await tx.productionPerformer.createMany({
    data: people.map((person) => ({ id: newId(), productionId, sceneId, addedAt, revision, ...person })),
  });
  const subject = { kind: "production", id: productionId } as const;
  record(tx, { ctx, action: "production.scene_added", subject, detail: { sceneId, performers: people.length } });
  return true;
}

/**
 * Take a scene that no package holds out of a production: its producer any, a partner's admin one of the partner's own. Throws
 * `NotFound`, `Forbidden`, and `Conflict` `scene_sealed`, `sealing_in_progress`, `production_closed`.
 */
export async function removeScene(ctx: Adder, { productionId, sceneId }: InScene): Promise<void> {
  const { actor } = ctx;
  await changeProduction(ctx, productionId, async (tx) => {
    const sealed = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM production_performers m
      WHERE m.production_id = ${productionId} AND m.scene_id = ${sceneId} AND performer_is_sealed(m) LIMIT 1`;
    if (sealed.length > 0) throw new Conflict("scene_sealed", "A sealed scene stays in its production.");
    const { count } = await tx.productionPerformer.deleteMany({
      where: { productionId, sceneId, ...("partnerId" in actor && { scene: { partnerId: actor.partnerId } }) },
    });
    if (count === 0) throw new NotFound();
    const subject = { kind: "production", id: productionId } as const;
    record(tx, { ctx, action: "production.scene_removed", subject, detail: { sceneId } });
    return true;
  });
}

/** The scenes that the actor may add to a production and that it doesn't have, newest first. Throws `NotFound`. */
export const addableSceneList = editorList({
  from: "collab_scenes s JOIN partners partner ON partner.id = s.partner_id",
  scope: (ctx, { production = "" }) => Prisma.sql`${addableBy(ctx, production)} AND NOT EXISTS (
    SELECT FROM production_performers pp WHERE pp.production_id = ${production} AND pp.scene_id = s.id)`,
  may: (ctx, { production = "" }) => assertMayRead(ctx, production),
  order: NEWEST,
  size: 20,
  select: {
    id: field.text("s.id"),
    title: field.text("s.title"),
    platform: field.text("partner.name"),
    shootDate: field.of<Date | null>("s.shoot_date"),
    /** Null for a verification job whose performers haven't all finished. */
    greenlitAt: field.of<Date | null>("s.greenlit_at"),
    /** Whether it is of a verification job, which has no uploader. */
    isJob: field.of<boolean>("s.is_job"),
  },
  perRow: {
    select: { performerCount: field.count("(SELECT count(*)::int FROM scene_performers WHERE scene_id = page.id)") },
  },
  filters: { q: filter.typed(500, filter.contains("s.title")), production: filter.typed(25) },
});

/** A scene that can be added. */
export type AddableScene = RowIn<typeof addableSceneList>;
