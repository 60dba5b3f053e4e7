import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { eventsOf, eventTypesOf, mailsTo } from "@/lib/testing/effects";
import { keyCtx, systemCtx } from "@/lib/testing/factories";
import { openLink, openVerified, sign } from "@/lib/testing/performers";
import { makeScene, readScene } from "@/lib/testing/scenes";
import { cancelScene } from "./cancel-scene";
import { refuseConsent } from "./consent/refuse-consent";
import { expireScenes, remindScenes } from "./expire-scenes";

const ROUNDS = Array.from({ length: 20 }, (_, round) => round);

async function sceneOf(count: number) {
  const scene = await makeScene(undefined, { performers: Array.from({ length: count }, () => ({})) });
  const [first, second, third] = scene.performers;
  if (!first) throw new Error("a performer is missing");
  return { scene, first, second: second ?? first, third: third ?? first };
}

describe("after 14 days", () => {
  it("blocks the scene once, and names everyone who has not consented", async () => {
    const { scene, first, second, third } = await sceneOf(3);
    await sign(await openVerified(first), first);
    // Signed, but the ID is not verified.
    await sign(await openLink(second), second);
    clock.freeze(new Date(scene.expiresAt.getTime() - 1));
    await expireScenes(systemCtx());
    expect((await readScene(scene)).status).toBe("pending_signatures");
    clock.freeze(scene.expiresAt);
    await Promise.all([expireScenes(systemCtx()), expireScenes(systemCtx())]);
    clock.advance(30 * DAY_MS);
    await expireScenes(systemCtx());
    expect(await readScene(scene)).toMatchObject({ status: "blocked", block: "expired" });
    const events = (await eventsOf(scene.partner)).slice(1);
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      [
        "collab_scene.blocked",
        {
          scene: { id: scene.id, status: "blocked", reason: "sla_breach" },
          unsignedPerformers: [second.email, third.email],
        },
      ],
    ]);
  });

  it("lets nothing else happen, even if the job is late", async () => {
    const { scene, first } = await sceneOf(1);
    const ctx = await openVerified(first);
    clock.freeze(scene.expiresAt);
    await expect(sign(ctx, first)).rejects.toMatchObject({ code: "scene_closed" });
    await expect(cancelScene(keyCtx(scene.partner), scene.id)).rejects.toMatchObject({ code: "scene_not_cancellable" });
    expect(await eventTypesOf(scene.partner)).toEqual(["collab_scene.blocked"]);
    await expireScenes(systemCtx());
    expect(await eventTypesOf(scene.partner)).toEqual(["collab_scene.blocked"]);
  });
});

describe("at the same time", () => {
  it("two cancels send one event and answer the same", async () => {
    for (const _ of ROUNDS) {
      const { scene } = await sceneOf(1);
      const ctx = keyCtx(scene.partner);
      const [one, two] = await Promise.all([cancelScene(ctx, scene.id), cancelScene(ctx, scene.id)]);
      expect(one).toEqual(two);
      expect(await eventTypesOf(scene.partner)).toEqual(["collab_scene.cancelled"]);
    }
  });

  it("a cancel and the end of the time leave one winner", async () => {
    for (const round of ROUNDS) {
      const { scene } = await sceneOf(1);
      // Time passes while they run: either may see the scene before its end.
      clock.freeze(new Date(scene.expiresAt.getTime() - 20 + (round % 10)));
      clock.tick(1);
      await Promise.allSettled([cancelScene(keyCtx(scene.partner), scene.id), expireScenes(systemCtx())]);
      await expireScenes(systemCtx());
      const { status } = await readScene(scene);
      const expected = { cancelled: ["collab_scene.cancelled"], blocked: ["collab_scene.blocked"] };
      clock.reset();
      if (status === "pending_signatures" || status === "greenlit") throw new Error(`the scene is ${status}`);
      expect(await eventTypesOf(scene.partner)).toEqual(expected[status]);
    }
  });

  it("a cancel, a refusal and the last signature leave one winner", async () => {
    const won = new Set<string>();
    for (const round of ROUNDS) {
      const { scene, first, second } = await sceneOf(2);
      const [one, two] = [await openVerified(first), await openVerified(second)];
      await sign(one, first);
      const calls = [
        () => cancelScene(keyCtx(scene.partner), scene.id),
        () => sign(two, second),
        () => refuseConsent(two, { performerId: second.id, reason: "other" }),
      ];
      const turned = [...calls.slice(round % 3), ...calls.slice(0, round % 3)];
      const outcomes = await Promise.allSettled(turned.map((run) => run()));
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const types = (await eventTypesOf(scene.partner))
        .slice(1)
        .filter((type) => type !== "collab_scene.performer_consented");
      expect(types).toHaveLength(1);
      won.add(types[0] ?? "");
    }
    expect(won.size).toBeGreaterThan(1);
  });
});

describe("after 7 days", () => {
  const templatesTo = async ({ email }: { email: string }) => (await mailsTo(email)).map(({ template }) => template);

  it("reminds those who have not finished, once", async () => {
    const { scene, first, second, third } = await sceneOf(3);
    await sign(await openVerified(first), first);
    await sign(await openLink(second), second);
    clock.freeze(new Date(scene.createdAt.getTime() + 7 * DAY_MS - 1));
    await remindScenes(systemCtx());
    expect(await templatesTo(third)).toEqual([]);
    clock.freeze(new Date(scene.createdAt.getTime() + 7 * DAY_MS));
    await Promise.all([remindScenes(systemCtx()), remindScenes(systemCtx())]);
    clock.advance(DAY_MS);
    await remindScenes(systemCtx());
    expect(await templatesTo(first)).toEqual([]);
    expect(await templatesTo(second)).toEqual(["consent_reminder"]);
    expect(await templatesTo(third)).toEqual(["consent_reminder"]);
  });

  it("sends no reminder for a closed scene", async () => {
    const { scene, first } = await sceneOf(1);
    await cancelScene(keyCtx(scene.partner), scene.id);
    const late = await sceneOf(1);
    clock.freeze(late.scene.expiresAt);
    await remindScenes(systemCtx());
    expect([await templatesTo(first), await templatesTo(late.first)]).toEqual([[], []]);
    expect(await db.scenePerformer.count({ where: { sceneId: scene.id, remindedAt: { not: null } } })).toBe(0);
  });
});
