import { expect, it } from "vitest";
import { eraseExpiredScenesTask } from "@/lib/domain/productions/erase-scenes";
import { viewSceneRecord } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { certify } from "@/lib/testing/certificates";
import { linesOn } from "@/lib/testing/effects";
import { makeCustodian, makePartner, portalCtx, staffCtx } from "@/lib/testing/factories";
import { makeOldScene } from "@/lib/testing/old-scenes";
import { makeProduction } from "@/lib/testing/productions";
import { firstRun } from "@/lib/testing/run-jobs";
import { makeExtension, makePublication, makeScene } from "@/lib/testing/scenes";
import { asOwner } from "@/lib/testing/sql";
import { makeVerificationJob } from "@/lib/testing/verification-jobs";
import { jobList } from "./index";

const OLD = new Date("2018-01-01T00:00:00Z");
const night = () => eraseExpiredScenesTask.run({}, firstRun);

it("the database ties a job to a scene of its own, which is never extended or published, and changes neither", async () => {
  const partner = await makePartner();
  const scene = await makeScene(partner);
  const row = { id: newId(), partnerId: partner.id, jobId: "a", contentId: "b", createdAt: OLD };
  await expect(db.verificationJob.create({ data: { ...row, sceneId: scene.id } })).rejects.toThrow("scene of its own");
  const job = await makeVerificationJob(partner, { scene: { status: "greenlit", greenlitAt: OLD } });
  const stranger = { ...row, partnerId: (await makePartner()).id, sceneId: job.sceneId };
  await expect(db.verificationJob.create({ data: stranger })).rejects.toThrow("scene of its own");
  const alone = { id: newId(), partnerId: partner.id, isJob: true, title: "Lake", shootDate: OLD, createdAt: OLD };
  await expect(db.collabScene.create({ data: { ...alone, expiresAt: new Date() } })).rejects.toThrow("has a job");
  const orphan = { ...alone, isJob: false, expiresAt: new Date() };
  await expect(db.collabScene.create({ data: orphan })).rejects.toThrow("collab_scenes_job");
  await expect(makeExtension({ id: job.sceneId })).rejects.toThrow("only a greenlit scene is extended");
  await expect(makePublication({ id: job.sceneId }, { partnerId: partner.id })).rejects.toThrow("only a greenlit");
  const fee = { ...(await db.sceneFee.findFirstOrThrow({ where: { sceneId: job.sceneId } })), id: newId() };
  await expect(db.sceneFee.create({ data: { ...fee, sceneId: scene.id } })).rejects.toThrow("the fee of a job");
  const changes = [
    ["UPDATE verification_jobs SET content_id = 'c' WHERE id = $1", job.id, "does not change"],
    ["UPDATE collab_scenes SET is_job = false WHERE id = $1", job.sceneId, "does not change"],
    ["DELETE FROM verification_jobs WHERE id = $1", job.id, "kept for seven years"],
  ] as const;
  for (const [sql, id, refusal] of changes) await expect(asOwner(sql, [id])).rejects.toThrow(refusal);
});

it("is erased with its scene after seven years, and a scene in a sealed package is kept, but not one in a draft", async () => {
  const old = { createdAt: OLD, scene: { createdAt: OLD, expiresAt: new Date("2018-01-15"), shootDate: OLD } };
  const [job, young] = [await makeVerificationJob(undefined, old), await makeVerificationJob()];
  const [{ scene: sealed }, { scene: draft }] = [await makeOldScene(8), await makeOldScene(8)];
  const join = (scene: typeof sealed, productionId: string, revision: number) =>
    db.productionPerformer.createMany({
      data: scene.performers.map(({ id: scenePerformerId, email }) => ({
        id: newId(),
        productionId,
        email,
        sceneId: scene.id,
        scenePerformerId,
        addedAt: OLD,
        revision,
      })),
    });
  const productions = [await makeProduction(), await makeProduction(), await makeProduction()] as const;
  const [documented, , closed] = productions;
  await join(sealed, documented.id, 0);
  await certify(documented);
  for (const { id } of productions) await join(draft, id, 1);
  await db.production.update({ where: { id: closed.id }, data: { status: "takedown_pending" } });
  await night();
  expect(await db.verificationJob.count({ where: { id: { in: [job.id, young.id] } } })).toBe(1);
  const kept = await db.collabScene.findMany({ where: { id: { in: [job.sceneId, sealed.id, draft.id] } } });
  expect(kept.map(({ id }) => id)).toEqual([sealed.id]);
  for (const { id } of productions) {
    expect((await linesOn(id)).filter(({ action }) => action === "production.scene_removed")).toHaveLength(1);
  }
  await expect(asOwner("DELETE FROM scene_performers WHERE scene_id = $1", [sealed.id])).rejects.toThrow("seven years");
});

it("is listed and found by its partner, by title, ids and performers, and open to custodians", async () => {
  const partner = await makePartner();
  const performers = [{ email: `ada.${newId()}@example.com` }];
  const job = await makeVerificationJob(partner, { jobId: "weekly-7", contentId: "post-7", performers });
  const later = await makeVerificationJob(partner, { scene: { status: "cancelled", cancelledAt: new Date() } });
  await makeVerificationJob();
  const ctx = portalCtx(partner);
  const ids = async (filters: Parameters<typeof jobList.read>[1]) =>
    (await jobList.read(ctx, filters)).rows.map(({ id }) => id);
  expect(await ids({})).toEqual([later.id, job.id]);
  expect(await ids({ status: "cancelled" })).toEqual([later.id]);
  for (const q of ["weekly", "post-7", performers[0]?.email ?? ""]) expect(await ids({ q }), q).toEqual([job.id]);
  const record = await viewSceneRecord(staffCtx(await makeCustodian()), job.sceneId);
  expect(record).toMatchObject({ uploader: null, statement: null, job: { jobId: "weekly-7" } });
  const { rows } = await jobList.read(ctx, {});
  expect(rows[1]).toMatchObject({ jobId: "weekly-7", contentId: "post-7", performerCount: 1, verifiedCount: 0 });
});
