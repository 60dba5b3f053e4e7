import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { certify } from "@/lib/testing/certificates";
import { makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { openSeal } from "@/lib/testing/packages";
import { makeProducer, makeProduction, producerCtx } from "@/lib/testing/productions";
import { makeGreenlitScene, makeScene } from "@/lib/testing/scenes";
import { asOwner } from "@/lib/testing/sql";
import { addableSceneList, addScene, removeScene, viewProduction } from ".";

const revisionOf = async (id: string) => (await db.production.findUniqueOrThrow({ where: { id } })).revision;

it("a scene of a production brings everyone in it: the producer's own, or a partner's own, greenlit", async () => {
  const partner = await makePartner();
  const producer = await makeProducer([partner]);
  const production = await makeProduction({ producer, performers: [] });
  const account = await makeAccount(partner, {
    status: "active",
    userId: producer.userId,
    email: producer.user.email,
  });
  const [own, others] = [
    await makeGreenlitScene(partner, { uploaderAccountId: account.id }),
    await makeGreenlitScene(partner),
  ];
  const pending = await makeScene(partner, { uploaderAccountId: account.id });
  const foreign = await makeGreenlitScene();
  const add = (ctx: Parameters<typeof addScene>[0], sceneId: string) =>
    addScene(ctx, { productionId: production.id, sceneId });
  const ctx = producerCtx(producer);
  const addable = async () =>
    (await addableSceneList.read(ctx, { production: production.id })).rows.map(({ id }) => id);
  expect(await addable()).toEqual([own.id]);
  for (const { id } of [others, pending, foreign]) await expect(add(ctx, id)).rejects.toMatchObject({ status: 404 });
  const twice = await Promise.all([add(ctx, own.id), add(ctx, own.id)]);
  expect(twice.map(({ added }) => added).sort()).toEqual([false, true]);
  expect(await addable()).toEqual([]);
  expect(await add(portalCtx(partner, "admin"), others.id)).toEqual({ added: true });
  for (const { id } of [pending, foreign]) {
    await expect(add(portalCtx(partner), id)).rejects.toMatchObject({ status: 404 });
  }
  await expect(add(portalCtx(partner, "developer"), others.id)).rejects.toMatchObject({ status: 403 });
  const { performers, scenes } = await viewProduction(ctx, production.id);
  expect(performers.map(({ email }) => email)).toContain(account.email);
  expect(performers).toHaveLength(4);
  expect(scenes.map(({ id, people }) => [id, people])).toEqual([
    [own.id, 2],
    [others.id, 2],
  ]);
  expect(await revisionOf(production.id)).toBe(2);
});

it("a scene of a production is taken out until a package holds it, and again if it came later", async () => {
  const partner = await makePartner();
  const producer = await makeProducer([partner]);
  const production = await makeProduction({ producer });
  const productionId = production.id;
  const ctx = producerCtx(producer);
  const add = async () => {
    const { id: sceneId } = await makeGreenlitScene(partner);
    await addScene(portalCtx(partner), { productionId, sceneId });
    return sceneId;
  };
  const remove = (sceneId: string) => removeScene(ctx, { productionId, sceneId });
  const removable = async () =>
    (await viewProduction(ctx, productionId)).scenes.filter((one) => one.isRemovable).map(({ id }) => id);
  const [out, sealed] = [await add(), await add()];
  await remove(out);
  await expect(remove(out)).rejects.toMatchObject({ status: 404 });
  await certify(production);
  const later = await add();
  for (let failed = 0; failed < 21; failed++) {
    const { packageId: id } = await openSeal(production);
    await db.sealedPackage.update({ where: { id }, data: { failure: "A photo can't be read." } });
  }
  expect((await viewProduction(ctx, productionId)).package).not.toBeNull();
  expect(await removable()).toEqual([later]);
  await expect(remove(sealed)).rejects.toMatchObject({ code: "scene_sealed" });
  const row = `DELETE FROM production_performers WHERE production_id = $1 AND scene_id = $2`;
  await expect(asOwner(row, [productionId, sealed])).rejects.toThrow("sealed package");
  await remove(later);
  expect(await removable()).toEqual([]);
});
