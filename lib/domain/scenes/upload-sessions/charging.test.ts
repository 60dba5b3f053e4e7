import { expect, it } from "vitest";
import { finishSceneTask } from "@/lib/domain/scenes";
import { systemCtx } from "@/lib/testing/factories";
import { payingUploader } from "@/lib/testing/paying-uploader";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { runJobs } from "@/lib/testing/run-jobs";
import { clickOf, makeUploadSession } from "@/lib/testing/upload-sessions";
import { completeCollab } from "./complete-session";

const bench = sharedPaymentBench();

it("is charged once by the job, and announced with its session, after ten presses at once", async () => {
  const { partner, emails, creatable, sceneId, created, mails, charges } = await payingUploader(bench);
  const accountId = creatable.uploaderAccountId;
  const session = await makeUploadSession(partner, { accountId, detectedFaceCount: 3 });
  const press = () => completeCollab(systemCtx("attest"), { ...clickOf(session), performers: emails });
  await Promise.all(Array.from({ length: 10 }, press));
  const id = await sceneId();
  // The page doesn't wait for the processor: its time would tell whether a card is saved.
  expect(charges(id)).toHaveLength(0);
  expect(await created()).toEqual([]);
  await runJobs(finishSceneTask, { sceneId: id });
  expect(charges(id)).toMatchObject([{ status: "succeeded", amount: 5500 }]);
  expect(await created()).toMatchObject([
    { data: { scene: { sceneId: id, fees: { charged: true } }, uploadSessionId: session.id } },
  ]);
  expect(await mails()).toEqual([["consent_invitation"], ["consent_invitation"]]);
});
