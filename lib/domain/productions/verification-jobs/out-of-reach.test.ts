import { expect, it } from "vitest";
import { routes } from "@/app/api/routes";
import { readChangeLines } from "@/lib/domain/events/changes/change-lines";
import {
  countScenes,
  listClosingScenes,
  listScenesOfAll,
  readSceneMark,
  sceneList,
  uploadedSceneList,
  viewScene,
} from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { HOUR_MS } from "@/lib/platform/duration";
import { call } from "@/lib/testing/api";
import { eventsOf } from "@/lib/testing/effects";
import { makeKey, makePartner, personCtx, portalCtx, systemCtx } from "@/lib/testing/factories";
import { makeVerificationJob } from "@/lib/testing/verification-jobs";

const GREENLIT = { scene: { status: "greenlit", greenlitAt: clock.now() } } as const;
const BODY = { contentUrl: "https://platform.example.com/videos/1", depictionSha256: "0".repeat(64) };

it("no collab route finds the scene of a job, not even its own partner's or a greenlit one", async () => {
  const partner = await makePartner({ collabScenes: true });
  const [own, other] = [await makeKey(partner), await makeKey(await makePartner())];
  const jobs = [await makeVerificationJob(partner), await makeVerificationJob(partner, GREENLIT)];
  const paths = routes.filter(({ path }) => path.startsWith("/api/v1/collab-scenes/{sceneId}"));
  expect(paths).toHaveLength(6);
  for (const { path, handlers } of paths) {
    for (const [method, handler] of Object.entries(handlers)) {
      const body = handler.declaration.body ? BODY : undefined;
      const ask = (sceneId: string, key: string) =>
        call(handler, { key, method, params: { sceneId, pubId: sceneId }, ...(body && { body }) });
      const unknown = await ask("0".repeat(25), own.key);
      for (const { key } of [own, other]) {
        for (const { sceneId } of jobs) {
          const { status, body: said } = await ask(sceneId, key);
          expect([path, status, said]).toEqual([path, 404, unknown.body]);
        }
      }
    }
  }
  expect(await eventsOf(partner)).toEqual([]);
});

it("no list, count, search, export or page of the portal has it", async () => {
  const partner = await makePartner({ collabScenes: true });
  const expiresAt = new Date(clock.now().getTime() + HOUR_MS);
  const performers = [{ email: "somebody@example.com" }];
  const job = await makeVerificationJob(partner, { performers, scene: { title: "Hidden lake", expiresAt } });
  await makeVerificationJob(partner, GREENLIT);
  const ctx = portalCtx(partner);
  for (const q of [undefined, "Hidden", "somebody@", job.sceneId]) {
    expect((await sceneList.read(ctx, { q })).rows).toEqual([]);
    if (q) expect(await sceneList.find(ctx, { q })).toEqual({ found: [], isMore: false });
  }
  expect(await countScenes(ctx)).toEqual({ pending_signatures: 0, greenlit: 0, blocked: 0, cancelled: 0 });
  expect(await listClosingScenes(ctx)).toMatchObject({ next: [], count: 0 });
  expect((await new Response(await sceneList.export(ctx, {})).text()).trim().split("\n")).toHaveLength(1);
  await expect(viewScene(ctx, job.sceneId)).rejects.toMatchObject({ status: 404 });
  await expect(readSceneMark(ctx, job.sceneId)).rejects.toMatchObject({ status: 404 });
  expect(
    (await readChangeLines(partner.id, new Date(0))).lines.filter(({ action }) => action.startsWith("collab")),
  ).toEqual([]);
  expect((await uploadedSceneList.read(personCtx(partner.users.owner), {})).rows).toEqual([]);
  expect((await listScenesOfAll(systemCtx(), { partnerId: partner.id })).scenes).toEqual([]);
});
