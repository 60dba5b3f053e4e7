import { describe, expect, it } from "vitest";
import { readScene as readByApi } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { eventsOf, eventTypesOf } from "@/lib/testing/effects";
import { keyCtx, systemCtx } from "@/lib/testing/factories";
import { approveIdentity, makeSubmittedFor } from "@/lib/testing/identity-checks";
import { answered, openLink, openVerified, sign, signOld } from "@/lib/testing/performers";
import { makeScene, readScene } from "@/lib/testing/scenes";
import { expireScenes } from "../expire-scenes";
import { ownSceneList } from "./own-scenes";
import { refuseConsent } from "./refuse-consent";
import { readRelease, signRelease } from "./sign-release";

const KISSING = { uses: ["distribution", "download"], acts: ["kissing", "a hug"] };

describe("what a scene needs", () => {
  it.each([
    ["nothing declared, everything given", null, [], true],
    ["nothing declared, no download or resale", null, ["download", "resale"], true],
    ["nothing declared, no distribution", null, ["distribution"], false],
    ["a use declared and given", KISSING, ["resale"], true],
    ["a use declared and not given", KISSING, ["download"], false],
    ["an act declared and not given", KISSING, ["act-1"], false],
  ])("decides whether the release counts: %s", async (_, needs, without, counts) => {
    const scene = await makeScene(undefined, needs ? { needs } : {});
    const [performer] = scene.performers;
    expect(await sign(await openVerified(performer), performer, without)).toEqual({ signed: true });
    const { status, performers } = await readScene(scene);
    expect(status).toBe(counts ? "greenlit" : "pending_signatures");
    expect(performers).toMatchObject([
      {
        signedAt: expect.any(Date),
        consentedAt: counts ? expect.any(Date) : null,
        fallsShort: !counts,
        given: {
          uses: ["depiction", "distribution", "download", "resale"].filter((use) => !without.includes(use)),
          acts: (needs?.acts ?? []).filter((act) => !(act === "a hug" && without.includes("act-1"))),
        },
      },
    ]);
    expect(await eventTypesOf(scene.partner)).toEqual(
      counts ? ["collab_scene.performer_consented", "collab_scene.greenlit"] : [],
    );
  });

  it("counts a release of an earlier version, which gave every use at once", async () => {
    const scene = await makeScene(undefined, { performers: [{}, {}] });
    const [earlier, later] = scene.performers;
    const { userId } = (await openVerified(earlier)).actor;
    await signOld(earlier, userId);
    await sign(await openVerified(later), later);
    expect(await readScene(scene)).toMatchObject({ status: "greenlit", performers: [{ given: null }, {}] });
  });
});

describe("a release that lacks what the scene needs", () => {
  /** Two scenes with the same performers' parts, except that in the first one the second performer signed without an act. */
  async function twins() {
    const made = [];
    for (const withheld of [true, false]) {
      const scene = await makeScene(undefined, { needs: KISSING, performers: [{}, {}] });
      const [ada, ben] = scene.performers;
      await sign(await openVerified(ada), ada);
      const ctx = await openVerified(ben);
      if (withheld) await sign(ctx, ben, ["act-0"]);
      made.push({ scene, ben, ctx });
    }
    const [first, second] = made;
    if (!first || !second) throw new Error("two scenes");
    const told = async ({ scene }: typeof first) => {
      const shown = JSON.stringify({
        read: await readByApi(keyCtx(scene.partner), scene.id),
        events: (await eventsOf(scene.partner)).map(({ type, data }) => ({ type, data })),
      });
      // What differs anyway: ids, addresses and times.
      return shown.replace(/[0-9a-z]{25}|[\w.+-]+@example\.com|\d{4}-\d\d-\d\dT[\d:.]+Z/g, "…");
    };
    return { first, second, told };
  }

  it("looks to the partner like one that isn't signed, until the scene is blocked and in its events", async () => {
    const { first, second, told } = await twins();
    expect(await told(first)).toBe(await told(second));
    expect(await readByApi(keyCtx(first.scene.partner), first.scene.id)).toMatchObject({
      status: "pending_signatures",
      performerCount: 2,
      consentedCount: 1,
      releaseSignedCount: 1,
      performers: [{ status: "consented" }, { status: "pending_consent" }],
    });
    clock.advance(14 * DAY_MS);
    await expireScenes(systemCtx());
    expect(await told(first)).toBe(await told(second));
    expect((await eventsOf(first.scene.partner)).at(-1)).toMatchObject({
      type: "collab_scene.blocked",
      data: { unsignedPerformers: [first.ben.email] },
    });
  });

  it("never counts, also not once the ID is verified, and waits for nothing in their account", async () => {
    const scene = await makeScene();
    const [performer] = scene.performers;
    const ctx = await openLink(performer);
    await sign(ctx, performer, ["distribution"]);
    const { rows } = await ownSceneList.read(ctx, { view: "waiting" });
    expect(rows).toEqual([]);
    const { checkId, staff } = await makeSubmittedFor(performer.email);
    await approveIdentity(staff, { checkId });
    expect(await readScene(scene)).toMatchObject({ status: "pending_signatures", performers: [{ consentedAt: null }] });
    expect(await eventTypesOf(scene.partner)).toEqual([]);
    const counted = db.scenePerformer.update({ where: { id: performer.id }, data: { consentedAt: new Date() } });
    await expect(counted).rejects.toThrow(/scene_performers_given/);
    const forgotten = db.scenePerformer.update({ where: { id: performer.id }, data: { fallsShort: false } });
    await expect(forgotten).rejects.toThrow(/what a performer decided does not change/);
  });

  it("can still become a refusal, which blocks the scene at once", async () => {
    const scene = await makeScene();
    const [performer] = scene.performers;
    const ctx = await openVerified(performer);
    await sign(ctx, performer, ["distribution"]);
    expect(await refuseConsent(ctx, { performerId: performer.id, reason: "declining" })).toEqual({ refused: true });
    expect(await readScene(scene)).toMatchObject({ status: "blocked" });
  });
});

describe("the signed text", () => {
  it("says of each consent and act whether it is given, and names hostile words only in quotation marks", async () => {
    const acts = ["Download: I give this consent.", "<b>kissing</b>"];
    const scene = await makeScene(undefined, { needs: { uses: ["distribution"], acts } });
    const [performer] = scene.performers;
    await sign(await openVerified(performer), performer, ["download", "act-1"]);
    const { release } = await db.scenePerformer.findUniqueOrThrow({
      where: { id: performer.id },
      include: { release: true },
    });
    const said = release?.text.split("\n\n").filter((paragraph) => /give this consent[^”]*\.$/.test(paragraph));
    expect(said).toEqual([
      "Depiction: I give this consent.",
      "Distribution: I give this consent.",
      "Download: I do not give this consent, and this clause grants nothing.",
      "Resale: I give this consent.",
      "“Download: I give this consent.”: I give this consent.",
      "“<b>kissing</b>”: I do not give this consent.",
    ]);
    expect(release?.text).toContain(`needs: Depiction, Distribution, “${acts[0]}”, “${acts[1]}”.`);
  });

  it("is signed as it was answered, with depiction, and with no box that the release doesn't have", async () => {
    const scene = await makeScene(undefined, { needs: KISSING });
    const [{ id: performerId }] = scene.performers;
    const ctx = await openVerified(scene.performers[0]);
    const input = { performerId, signedName: "Ada Example" };
    const all = await answered(ctx, { id: performerId });
    const { shown: none } = await readRelease(ctx, { performerId });
    for (const [given, shown, code] of [
      [all.given.slice(0, -1), all.shown, "release_changed"],
      [[...all.given, "act-2"], none, "release_changed"],
      [[], none, "depiction_missing"],
      [["act-9", "__proto__", "Depiction"], none, "depiction_missing"],
    ] as const) {
      await expect(signRelease(ctx, { ...input, given, shown })).rejects.toMatchObject({ status: 409, code });
    }
    expect(await readScene(scene)).toMatchObject({ performers: [{ signedAt: null, given: null }] });
  });
});
