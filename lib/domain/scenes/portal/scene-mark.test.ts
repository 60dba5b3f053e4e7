import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makePartner, makeUser, portalCtx } from "@/lib/testing/factories";
import { makeExtension, makeGreenlitScene, makePublication, makeScene } from "@/lib/testing/scenes";
import { removePublication } from "../syndication/publications";
import { readSceneMark } from "./view-scene";

it("changes with each extension, publication and removal, by any partner", async () => {
  const owner = await makePartner();
  const scene = await makeGreenlitScene(owner);
  const other = await makePartner();
  const marks = [await readSceneMark(portalCtx(owner), scene.id)];
  const next = async () => void marks.push(await readSceneMark(portalCtx(owner), scene.id));
  await makeExtension(scene, other);
  await next();
  const published = await makePublication(scene, { partnerId: other.id });
  await next();
  await makePublication(scene, { partnerId: owner.id });
  await next();
  await removePublication(portalCtx(other), { sceneId: scene.id, pubId: published.id });
  await next();
  expect(new Set(marks.map(({ mark }) => mark)).size).toBe(5);
  expect(await readSceneMark(portalCtx(owner), scene.id)).toEqual(marks.at(-1));
});

it("changes with mails to performers and with the end of the time to sign, not with who they are", async () => {
  const owner = await makePartner();
  const scene = await makeScene(owner, { performers: [{}, {}] });
  const [performer] = scene.performers;
  const ctx = portalCtx(owner, "viewer");
  const now = clock.now();
  const { id: userId } = await makeUser();
  const marks = [await readSceneMark(ctx, scene.id)];
  for (const data of [
    { mailedAt: now },
    { mailRefusedAt: now },
    { remindedAt: now },
    { userId, registeredHere: true },
  ]) {
    await db.scenePerformer.update({ where: { id: performer?.id ?? "" }, data });
    marks.push(await readSceneMark(ctx, scene.id));
  }
  // Whether a performer was known isn't shown.
  expect(marks.at(-1)).toEqual(marks.at(-2));
  clock.advance(14 * DAY_MS);
  marks.push(await readSceneMark(ctx, scene.id));
  expect(new Set(marks.map(({ mark }) => mark)).size).toBe(5);
});

it("exists only for the partner's own scenes", async () => {
  const scene = await makeGreenlitScene();
  const other = await makePartner();
  await makeExtension(scene, other);
  for (const id of [scene.id, newId(), "x\0"]) {
    await expect(readSceneMark(portalCtx(other), id)).rejects.toMatchObject({ status: 404 });
  }
});
