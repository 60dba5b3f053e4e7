import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { payingUploader } from "@/lib/testing/paying-uploader";
import { openPaymentBench, type PaymentBench } from "@/lib/testing/payment-bench";

let bench: PaymentBench;
let verbs: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  bench = await openPaymentBench();
  verbs = await load();
});
afterEach(() => bench.kit.clock.reset());
afterAll(() => bench.close());

async function load() {
  const [sessions, making, scenes, running] = await Promise.all([
    import("./complete-session"),
    import("@/lib/testing/upload-sessions"),
    import("@/lib/domain/scenes"),
    import("@/lib/testing/run-jobs"),
  ]);
  return { ...sessions, ...making, ...scenes, ...running };
}

it("is charged once by the job, and announced with its session, after ten presses at once", async () => {
  const { kit } = bench;
  const { partner, emails, creatable, sceneId, created, mails, charges } = await payingUploader(bench);
  const accountId = creatable.uploaderAccountId;
  const session = await verbs.makeUploadSession(partner, { accountId, detectedFaceCount: 3 });
  const press = () => verbs.completeCollab(kit.systemCtx("attest"), { ...verbs.clickOf(session), performers: emails });
  await Promise.all(Array.from({ length: 10 }, press));
  const id = await sceneId();
  // The page doesn't wait for the processor: its time would tell whether a card is saved.
  expect(charges(id)).toHaveLength(0);
  expect(await created()).toEqual([]);
  await verbs.runJobs(verbs.finishSceneTask, { sceneId: id });
  expect(charges(id)).toMatchObject([{ status: "succeeded", amount: 5500 }]);
  expect(await created()).toMatchObject([
    { data: { scene: { sceneId: id, fees: { charged: true } }, uploadSessionId: session.id } },
  ]);
  expect(await mails()).toEqual([["consent_invitation"], ["consent_invitation"]]);
});
