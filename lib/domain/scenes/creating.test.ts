import { describe, expect, it } from "vitest";
import { presentCreatedFee } from "@/lib/domain/billing";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { letCreationDie } from "@/lib/testing/dying-creation";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, systemCtx } from "@/lib/testing/factories";
import { payingUploader } from "@/lib/testing/paying-uploader";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { runJobs } from "@/lib/testing/run-jobs";
import { REFUSED } from "@/lib/testing/sql";
import { cancelScene, finishScene, finishSceneTask } from "./cancel-scene";
import { createScene } from "./create-scene";

// The process dies between two steps of a creation. Everything else is real; charges reach the processor's stand-in.
const IN_THE_CALL = [
  "before the charge",
  "before the charge's outcome is recorded",
  "before the announcement",
] as const;
const PLACES = [...IN_THE_CALL, "between two invitations"] as const;

describe("creating a scene", () => {
  const bench = sharedPaymentBench({ at: "2026-12-01T12:00:00Z" });

  async function uploader() {
    const { creatable, ...more } = await payingUploader(bench);
    return { ...more, create: () => createScene(keyCtx(more.partner), creatable) };
  }

  it("charges the uploader's card once, and invites everyone once", async () => {
    const { create, created, mails, charges } = await uploader();
    const scene = await create();
    expect(scene.fees).toMatchObject({ totalCents: 5500, charged: true, billedTo: "uploader_card", chargeError: null });
    expect(scene.fees.paymentChargeId).toBe(charges(scene.sceneId)[0]?.id);
    expect(await created()).toMatchObject([{ data: { scene: { sceneId: scene.sceneId, fees: { charged: true } } } }]);
    expect(await mails()).toEqual([[], []]);
    await runJobs(finishSceneTask, { sceneId: scene.sceneId });
    clock.advance(2 * MINUTE_MS);
    await finishScene(systemCtx(), scene.sceneId);
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

  it.each(PLACES)("is finished by the job if it died %s", async (at) => {
    const { create, sceneId, created, mails, charges } = await uploader();
    const recover = await letCreationDie(at);
    const [call] = await Promise.allSettled([create()]);
    const isInCall = IN_THE_CALL.some((place) => place === at);
    expect(call?.status).toBe(isInCall ? "rejected" : "fulfilled");
    const id = await sceneId();
    expect(await created()).toHaveLength(isInCall ? 0 : 1);
    expect(charges(id)).toHaveLength(at === "before the charge" ? 0 : 1);
    // The job dies there, too, and is retried.
    await expect(finishScene(systemCtx(), id)).rejects.toThrow(REFUSED);
    await recover();
    clock.advance(MINUTE_MS);
    await Promise.all([finishScene(systemCtx(), id), finishScene(systemCtx(), id)]);
    await runJobs(finishSceneTask, { sceneId: id });
    expect(charges(id)).toHaveLength(1);
    expect(await created()).toMatchObject([
      { data: { scene: { sceneId: id, fees: { charged: true, chargeError: null } } } },
    ]);
    expect(await mails()).toEqual([["consent_invitation"], ["consent_invitation"]]);
    expect(presentCreatedFee(await db.sceneFee.findFirstOrThrow({ where: { sceneId: id } }))).toMatchObject({
      charged: true,
      paymentChargeId: charges(id)[0]?.id,
    });
  });

  it("is finished by its own job alone, wherever it died", async () => {
    for (const at of PLACES) {
      const { create, sceneId, created, mails, charges } = await uploader();
      const recover = await letCreationDie(at);
      await Promise.allSettled([create()]);
      await recover();
      const id = await sceneId();
      clock.advance(MINUTE_MS);
      expect(await runJobs(finishSceneTask, { sceneId: id }), at).toBeGreaterThan(0);
      expect([charges(id).length, (await created()).length, await mails()], at).toEqual([
        1,
        1,
        [["consent_invitation"], ["consent_invitation"]],
      ]);
    }
  });

  it("is announced before it is canceled, and then sends no invitations", async () => {
    const { partner, create, sceneId, mails } = await uploader();
    const recover = await letCreationDie("before the charge");
    await expect(create()).rejects.toThrow(REFUSED);
    await recover();
    const id = await sceneId();
    await cancelScene(keyCtx(partner), id);
    await finishScene(systemCtx(), id);
    const types = (await eventsOf(partner)).map(({ type }) => type).filter((type) => type.startsWith("collab"));
    expect(types).toEqual(["collab_scene.created", "collab_scene.cancelled"]);
    expect(await mails()).toEqual([[], []]);
  });
});
