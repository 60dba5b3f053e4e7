import { expect, test } from "vitest";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { makeExtension, makeGreenlitScene, makePublication } from "@/lib/testing/scenes";
import { extendedSceneList, viewExtendedScene } from "./extended-scenes";

test("counts a partner's own publications of each scene, and pages them", async () => {
  const partner = await makePartner();
  const ctx = portalCtx(partner, "viewer");
  const [scene, unpublished] = [await makeGreenlitScene(), await makeGreenlitScene()];
  for (const one of [scene, unpublished]) await makeExtension(one, partner);
  await makePublication(scene, { partnerId: scene.partnerId });
  await makePublication(scene, { partnerId: partner.id, removedAt: new Date(), removalReason: "Sold" });
  for (let i = 0; i < 50; i++) await makePublication(scene, { partnerId: partner.id });
  const { rows } = await extendedSceneList.read(ctx, {});
  expect(rows).toHaveLength(2);
  expect(rows.find(({ sceneId }) => sceneId === unpublished.id)).toMatchObject({ published: 0, removed: 0 });
  expect(rows.find(({ sceneId }) => sceneId === scene.id)).toMatchObject({ published: 50, removed: 1 });

  const { publications: newest } = await viewExtendedScene(ctx, { sceneId: scene.id });
  expect(newest.rows).toHaveLength(50);
  const { publications: rest } = await viewExtendedScene(ctx, { sceneId: scene.id, cursor: newest.older ?? "" });
  expect(rest).toMatchObject({ rows: [{}], older: null });
  expect(new Set([...newest.rows, ...rest.rows].map(({ id }) => id)).size).toBe(51);
});
