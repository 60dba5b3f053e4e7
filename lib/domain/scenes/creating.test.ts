import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE_MS } from "@/lib/platform/duration";
import { die, mortal, THE_END } from "@/lib/testing/mortal-module";
import { payingUploader } from "@/lib/testing/paying-uploader";
import { openPaymentBench, type PaymentBench } from "@/lib/testing/payment-bench";

// The process dies between two steps of a creation. Everything else is real; charges reach the processor's stand-in.
const IN_THE_CALL = [
  "before the charge",
  "before the charge's outcome is recorded",
  "after the charge",
  "before the announcement",
  "after the announcement",
] as const;
const IN_THE_JOB = ["between two invitations", "after the invitations"] as const;

const crash = vi.hoisted(() => ({ at: null as string | null, links: 0 }));
vi.mock(import("@/lib/domain/billing"), async (original) =>
  mortal(await original(), crash, { chargeSceneFee: { before: "before the charge", after: "after the charge" } }),
);
vi.mock(import("@/lib/domain/billing/scene-fees/record-outcome"), async (original) =>
  mortal(await original(), crash, { recordOutcome: { before: "before the charge's outcome is recorded" } }),
);
vi.mock(import("./announce-scene"), async (original) =>
  mortal(await original(), crash, {
    announceScene: { before: "before the announcement", after: "after the announcement" },
  }),
);
vi.mock(import("./mails/mail-performers"), async (original) =>
  mortal(await original(), crash, { invitePerformers: { after: "after the invitations" } }),
);
vi.mock(import("./performer-links"), async (original) => {
  const links = await original();
  return {
    ...links,
    performerLink: async (...args: Parameters<typeof links.performerLink>) => {
      if (crash.links++ % 2 === 1) die(crash, "between two invitations");
      return links.performerLink(...args);
    },
  };
});
describe("creating a scene", () => {
  let bench: PaymentBench;
  let kit: PaymentBench["kit"];
  let scenes: Awaited<ReturnType<typeof load>>;
  beforeAll(async () => {
    bench = await openPaymentBench();
    kit = bench.kit;
    scenes = await load();
  });
  beforeEach(() => kit.clock.freeze("2026-12-01T12:00:00Z"));
  afterEach(() => {
    Object.assign(crash, { at: null, links: 0 });
    bench.peer.breakDown(false);
    kit.clock.reset();
  });
  afterAll(() => bench.close());

  async function load() {
    const [verbs, finishing, running] = await Promise.all([
      import("@/lib/domain/scenes"),
      import("./finish-scene"),
      import("@/lib/testing/run-jobs"),
    ]);
    return { ...verbs, ...finishing, ...running };
  }

  async function uploader() {
    const { creatable, ...more } = await payingUploader(bench);
    return { ...more, create: () => scenes.createScene(kit.keyCtx(more.partner), creatable) };
  }

  it("charges the uploader's card once, and invites everyone once", async () => {
    const { create, created, mails, charges } = await uploader();
    const scene = await create();
    expect(scene.fees).toMatchObject({ totalCents: 5500, charged: true, billedTo: "uploader_card", chargeError: null });
    expect(scene.fees.paymentChargeId).toBe(charges(scene.sceneId)[0]?.id);
    expect(await created()).toMatchObject([{ data: { scene: { sceneId: scene.sceneId, fees: { charged: true } } } }]);
    expect(await mails()).toEqual([[], []]);
    await scenes.runJobs(scenes.finishSceneTask, { sceneId: scene.sceneId });
    kit.clock.advance(2 * MINUTE_MS);
    await scenes.finishScene(kit.systemCtx(), scene.sceneId);
    expect(await mails()).toEqual([["consent_invitation"], ["consent_invitation"]]);
    expect(charges(scene.sceneId)).toHaveLength(1);
    expect(await created()).toHaveLength(1);
  });

  it("succeeds while the processor is down", async () => {
    const { create, created } = await uploader();
    bench.peer.breakDown(true);
    const fees = { charged: false, paymentChargeId: null, chargeError: "payment_timeout" };
    expect(await create()).toMatchObject({ status: "pending_signatures", fees });
    expect(await created()).toMatchObject([{ data: { scene: { fees } } }]);
  });

  it.each([...IN_THE_CALL, ...IN_THE_JOB])("is finished by the job if it died %s", async (at) => {
    const { create, sceneId, created, mails, charges } = await uploader();
    crash.at = at;
    const [call] = await Promise.allSettled([create()]);
    const isInCall = IN_THE_CALL.some((place) => place === at);
    expect(call?.status).toBe(isInCall ? "rejected" : "fulfilled");
    const id = await sceneId();
    const isAnnounced = !isInCall || at === "after the announcement";
    expect(await created()).toHaveLength(isAnnounced ? 1 : 0);
    expect(charges(id)).toHaveLength(at === "before the charge" ? 0 : 1);
    // The job dies there, too, and is retried. An announced scene doesn't get there again.
    if (at !== "after the announcement") await expect(scenes.finishScene(kit.systemCtx(), id)).rejects.toThrow(THE_END);
    crash.at = null;
    kit.clock.advance(MINUTE_MS);
    await Promise.all([scenes.finishScene(kit.systemCtx(), id), scenes.finishScene(kit.systemCtx(), id)]);
    await scenes.runJobs(scenes.finishSceneTask, { sceneId: id });
    expect(charges(id)).toHaveLength(1);
    expect(await created()).toMatchObject([
      { data: { scene: { sceneId: id, fees: { charged: true, chargeError: null } } } },
    ]);
    expect(await mails()).toEqual([["consent_invitation"], ["consent_invitation"]]);
    expect(kit.presentCreatedFee(await kit.db.sceneFee.findFirstOrThrow({ where: { sceneId: id } }))).toMatchObject({
      charged: true,
      paymentChargeId: charges(id)[0]?.id,
    });
  });

  it("is finished by its own job alone, wherever it died", async () => {
    for (const at of [...IN_THE_CALL, ...IN_THE_JOB]) {
      const { create, sceneId, created, mails, charges } = await uploader();
      crash.at = at;
      await Promise.allSettled([create()]);
      crash.at = null;
      const id = await sceneId();
      kit.clock.advance(MINUTE_MS);
      expect(await scenes.runJobs(scenes.finishSceneTask, { sceneId: id }), at).toBeGreaterThan(0);
      expect([charges(id).length, (await created()).length, await mails()], at).toEqual([
        1,
        1,
        [["consent_invitation"], ["consent_invitation"]],
      ]);
    }
  });

  it("is announced before it is canceled, and then sends no invitations", async () => {
    const { partner, create, sceneId, mails } = await uploader();
    crash.at = "before the charge";
    await expect(create()).rejects.toThrow(THE_END);
    crash.at = null;
    const id = await sceneId();
    await scenes.cancelScene(kit.keyCtx(partner), id);
    await scenes.finishScene(kit.systemCtx(), id);
    const types = (await kit.eventsOf(partner)).map(({ type }) => type).filter((type) => type.startsWith("collab"));
    expect(types).toEqual(["collab_scene.created", "collab_scene.cancelled"]);
    expect(await mails()).toEqual([[], []]);
  });
});
