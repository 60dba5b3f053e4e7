import { describe, expect, it } from "vitest";
import { importIdentity } from "@/lib/domain/creators/decisions";
import { clock } from "@/lib/platform/clock";
import { eventTypesOf, linesOn } from "@/lib/testing/effects";
import { keyCtx, systemCtx } from "@/lib/testing/factories";
import { openLink, openVerified, sign } from "@/lib/testing/performers";
import { makeScene, readScene } from "@/lib/testing/scenes";
import { cancelScene } from "../cancel-scene";
import { expireScenes } from "../expire-scenes";
import { recordPageView } from "./performer-stage";
import { refuseConsent } from "./refuse-consent";

const ROUNDS = Array.from({ length: 10 }, (_, round) => round);
/** How many readings of the clock before the end of the last day are tried. */
const READINGS = 20;

const greenlit = "collab_scene.greenlit";
const consented = "collab_scene.performer_consented";
const refused = "collab_scene.performer_refused";

/** How many calls went through. Each of the others must have been told why, by its own code. */
async function winners(...calls: (readonly [call: Promise<unknown>, code?: string])[]): Promise<number> {
  const outcomes = await Promise.allSettled(calls.map(([call]) => call));
  for (const [n, outcome] of outcomes.entries()) {
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: calls[n]?.[1] ?? "scene_closed" });
  }
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

async function twoAtTheLink() {
  const scene = await makeScene(undefined, { performers: [{}, {}] });
  const [first, second] = scene.performers;
  return { scene, first, second, one: await openVerified(first), two: await openVerified(second) };
}

describe("at the same time", () => {
  it("two last signatures greenlight once", async () => {
    for (const _ of ROUNDS) {
      const { scene, first, second, one, two } = await twoAtTheLink();
      expect(await winners([sign(one, first)], [sign(two, second)])).toBe(2);
      expect(await eventTypesOf(scene.partner)).toEqual([consented, consented, greenlit]);
      expect((await readScene(scene)).status).toBe("greenlit");
    }
  });

  it("one person's two presses sign once", async () => {
    for (const _ of ROUNDS) {
      const { scene, first, one } = await twoAtTheLink();
      const both = await Promise.all([sign(one, first), sign(one, first)]);
      expect(both.filter(({ signed }) => signed)).toHaveLength(1);
      expect(await eventTypesOf(scene.partner)).toEqual([consented]);
    }
  });

  it("the last signature and the same person's refusal leave one winner", async () => {
    for (const _ of ROUNDS) {
      const { scene, first, second, one, two } = await twoAtTheLink();
      await sign(one, first);
      const performerId = second.id;
      const refuse = refuseConsent(two, { performerId, reason: "declining" });
      expect(await winners([sign(two, second), "already_refused"], [refuse])).toBe(1);
      const { status } = await readScene(scene);
      expect(await eventTypesOf(scene.partner)).toEqual(
        status === "greenlit" ? [consented, consented, greenlit] : [consented, refused],
      );
    }
  });

  it("a signature and another performer's refusal block the scene", async () => {
    for (const _ of ROUNDS) {
      const { scene, first, second, one, two } = await twoAtTheLink();
      const refuse = refuseConsent(two, { performerId: second.id, reason: "not_me" });
      const won = await winners([sign(one, first)], [refuse]);
      expect(await readScene(scene)).toMatchObject({ status: "blocked", block: "refused", greenlitAt: null });
      // A signature before the refusal counts; one after it is refused.
      expect((await eventTypesOf(scene.partner)).sort()).toEqual(won === 2 ? [consented, refused] : [refused]);
    }
  });

  it("the last signature and a cancellation leave one winner", async () => {
    for (const _ of ROUNDS) {
      const { scene, first, second, one, two } = await twoAtTheLink();
      await sign(one, first);
      const cancel = cancelScene(keyCtx(scene.partner), scene.id);
      expect(await winners([sign(two, second)], [cancel, "scene_not_cancellable"])).toBe(1);
      const { status } = await readScene(scene);
      expect(await eventTypesOf(scene.partner)).toEqual(
        status === "greenlit" ? [consented, consented, greenlit] : [consented, "collab_scene.cancelled"],
      );
    }
  });

  it("the last signature, made in time or too late, and the end of the last day leave one winner", async () => {
    const seen = new Set<string>();
    for (let round = 0; round < READINGS; round++) {
      const { scene, first, second, one, two } = await twoAtTheLink();
      await sign(one, first);
      // Each reading of the clock is later than the one before, and the last day ends between two of them.
      clock.freeze(new Date(scene.expiresAt.getTime() - round));
      clock.tick(1);
      const [signed] = await Promise.allSettled([sign(two, second), expireScenes(systemCtx())]);
      await expireScenes(systemCtx());
      clock.reset();
      const { status } = await readScene(scene);
      expect(status).toBe(signed?.status === "fulfilled" ? "greenlit" : "blocked");
      if (signed?.status === "rejected") expect(signed.reason).toMatchObject({ code: "scene_closed" });
      expect(await eventTypesOf(scene.partner)).toEqual(
        status === "greenlit" ? [consented, consented, greenlit] : [consented, "collab_scene.blocked"],
      );
      seen.add(status);
    }
    expect(seen).toEqual(new Set(["greenlit", "blocked"]));
  });

  it("a signature and the ID's approval greenlight once", async () => {
    for (const _ of ROUNDS) {
      const scene = await makeScene();
      const [performer] = scene.performers;
      const ctx = await openLink(performer);
      const id = { email: performer.email, legalName: "Ada Example", birthDate: "1990-01-31" };
      await Promise.all([
        sign(ctx, performer),
        importIdentity(systemCtx(), { ...id, verifiedAt: new Date("2026-01-01") }),
      ]);
      expect(await eventTypesOf(scene.partner)).toEqual([consented, greenlit]);
    }
  });

  it("two presses of the mailed button make one person, and two views of a page one entry", async () => {
    for (const _ of ROUNDS) {
      const scene = await makeScene();
      const [performer] = scene.performers;
      const [one, two] = await Promise.all([openLink(performer), openLink(performer)]);
      expect(one.actor.userId).toBe(two.actor.userId);
      const view = () => recordPageView(one, { performerId: performer.id, page: "release, exact texts folded" });
      await Promise.all([view(), view(), view()]);
      await recordPageView(two, { performerId: performer.id, page: "release, exact texts folded" });
      const views = (await linesOn(performer.id)).filter(({ action }) => action === "scene_performer.page_viewed");
      expect(views.map(({ reason, detail }) => [reason, JSON.parse(detail).visit])).toEqual([
        ["release, exact texts folded", one.actor.visit?.id],
        ["release, exact texts folded", two.actor.visit?.id],
      ]);
    }
  });
});
