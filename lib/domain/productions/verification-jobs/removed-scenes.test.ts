import { expect, it } from "vitest";
import { addableSceneList, addScene, removeScene } from "@/lib/domain/productions";
import { db } from "@/lib/platform/db";
import { freshEmail, keyCtx, makeKey, makePartner, portalCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction, producerCtx } from "@/lib/testing/productions";
import { cancelJob, registerWithJob } from "./index";

/** A production with a job whose scene was taken out again. */
async function removed() {
  const partner = await makePartner();
  const producer = await makeProducer([partner]);
  const key = keyCtx(partner, await makeKey(partner));
  const { productionId, verificationJobId: jobId } = await registerWithJob(key, {
    title: "Summer at the lake",
    productionDate: new Date("2026-09-04"),
    producerEmail: producer.user.email,
    contentId: "post-1",
    performers: [{ email: freshEmail("ada") }],
  });
  const { sceneId } = await db.verificationJob.findFirstOrThrow({ where: { productionId } });
  const ctx = producerCtx(producer);
  await removeScene(ctx, { productionId, sceneId });
  return { partner, producer, key, jobId, productionId, sceneId, ctx };
}

it("a job's scene that was taken out can be added again, by the producer, to that production alone", async () => {
  const { partner, producer, productionId, sceneId, ctx } = await removed();
  const { rows } = await addableSceneList.read(ctx, { production: productionId });
  expect(rows).toMatchObject([{ id: sceneId, isJob: true, greenlitAt: null, performerCount: 1 }]);
  const other = await makeProduction({ producer, performers: [] });
  expect((await addableSceneList.read(ctx, { production: other.id })).rows).toEqual([]);
  const stranger = producerCtx(await makeProducer([partner]));
  const strangers = [
    addScene(ctx, { productionId: other.id, sceneId }),
    addScene(portalCtx(partner), { productionId, sceneId }),
    addScene(stranger, { productionId, sceneId }),
  ];
  for (const refused of await Promise.allSettled(strangers)) {
    expect(refused).toMatchObject({ status: "rejected", reason: { status: 404 } });
  }
  const twice = await Promise.all([1, 2].map(() => addScene(ctx, { productionId, sceneId })));
  expect(twice.map(({ added }) => added).sort()).toEqual([false, true]);
  expect((await addableSceneList.read(ctx, { production: productionId })).rows).toEqual([]);
  expect(await db.productionPerformer.count({ where: { productionId } })).toBe(1);
});

it("the scene of a canceled job stays out", async () => {
  const { key, jobId, productionId, sceneId, ctx } = await removed();
  await cancelJob(key, { jobId });
  expect((await addableSceneList.read(ctx, { production: productionId })).rows).toEqual([]);
  await expect(addScene(ctx, { productionId, sceneId })).rejects.toMatchObject({ status: 404 });
});
