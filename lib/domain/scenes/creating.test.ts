import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE_MS } from "@/lib/platform/duration";
import { payingCreator } from "@/lib/testing/paying";
import { openPaymentBench, type PaymentBench } from "@/lib/testing/payment-bench";

const crash = vi.hoisted(() => ({ at: null as "before the charge" | "after the charge" | null }));
vi.mock(import("@/lib/domain/billing"), async (original) => {
  const billing = await original();
  const die = (at: typeof crash.at) => {
    if (crash.at === at) throw new Error("the process died");
  };
  return {
    ...billing,
    chargeSceneFee: async (...args: Parameters<typeof billing.chargeSceneFee>) => {
      die("before the charge");
      const fee = await billing.chargeSceneFee(...args);
      die("after the charge");
      return fee;
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
    crash.at = null;
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

  /** A creator who pays for scenes, and a scene of theirs to create. */
  async function uploader() {
    const creator = await payingCreator(bench, { verified: true });
    await creator.subscribe();
    bench.pay(await kit.startCardSetup(creator.ctx, { returnTo: "/creator" }));
    await bench.deliver();
    const input = {
      uploaderAccountId: creator.account.id,
      title: "Summer at the lake",
      performers: [{ email: kit.freshEmail("first") }, { email: kit.freshEmail("second") }],
      uploaderAttestation: { ip: "203.0.113.7", ua: "test", clickedAt: new Date(), attestationText: "All adults." },
      callbackUrl: "https://platform.example.com/callback",
    };
    const { partner } = creator;
    return {
      ...{ partner, input },
      create: () => scenes.createScene(kit.keyCtx(partner), input),
      sceneId: async () => (await kit.db.collabScene.findFirstOrThrow({ where: { partnerId: partner.id } })).id,
      created: async () => (await kit.eventsOf(partner)).filter(({ type }) => type === "collab_scene.created"),
      mails: async () =>
        Promise.all(
          input.performers.map(async ({ email }) => (await kit.mailsTo(email)).map(({ template }) => template)),
        ),
      charges: (sceneId: string) =>
        bench.peer.account.all("payment_intent").filter(({ metadata }) => Object(metadata).scene === sceneId),
    };
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

  it("stands while the processor is down", async () => {
    const { create, created } = await uploader();
    bench.peer.breakDown(true);
    const fees = { charged: false, paymentChargeId: null, chargeError: "payment_timeout" };
    expect(await create()).toMatchObject({ status: "pending_signatures", fees });
    expect(await created()).toMatchObject([{ data: { scene: { fees } } }]);
  });

  it.each(["before the charge", "after the charge"] as const)("is finished by the job if it died %s", async (at) => {
    const { create, sceneId, created, mails, charges } = await uploader();
    crash.at = at;
    await expect(create()).rejects.toThrow("the process died");
    const id = await sceneId();
    expect(await created()).toEqual([]);
    // The job dies there, too, and is retried.
    await expect(scenes.finishScene(kit.systemCtx(), id)).rejects.toThrow("the process died");
    crash.at = null;
    kit.clock.advance(MINUTE_MS);
    await Promise.all([scenes.finishScene(kit.systemCtx(), id), scenes.finishScene(kit.systemCtx(), id)]);
    await scenes.runJobs(scenes.finishSceneTask, { sceneId: id });
    expect(charges(id)).toHaveLength(1);
    expect(await created()).toMatchObject([
      { data: { scene: { sceneId: id, fees: { charged: true, chargeError: null } } } },
    ]);
    expect(await mails()).toEqual([["consent_invitation"], ["consent_invitation"]]);
  });

  it("is announced before it is cancelled, and then invites nobody", async () => {
    const { partner, create, sceneId, mails } = await uploader();
    crash.at = "before the charge";
    await expect(create()).rejects.toThrow("the process died");
    crash.at = null;
    const id = await sceneId();
    await scenes.cancelScene(kit.keyCtx(partner), id);
    await scenes.finishScene(kit.systemCtx(), id);
    const types = (await kit.eventsOf(partner)).map(({ type }) => type).filter((type) => type.startsWith("collab"));
    expect(types).toEqual(["collab_scene.created", "collab_scene.cancelled"]);
    expect(await mails()).toEqual([[], []]);
  });
});
