import { expect, it } from "vitest";
import { registerWithJob, startJob } from "@/lib/domain/productions/verification-jobs";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { mailsTo } from "@/lib/testing/effects";
import { freshEmail, keyCtx, makePartner } from "@/lib/testing/factories";
import { openVerified, sign } from "@/lib/testing/performers";
import { makeProducer } from "@/lib/testing/productions";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { tellVerifiedTask } from "./tell-verified";

const productionDate = new Date("2026-09-04T00:00:00.000Z");

it("mails the producer a production that a partner registered, and when its last performer is verified, once each", async () => {
  const partner = await makePartner({ name: "Clip Harbor" });
  const producer = await makeProducer([partner]);
  const about = { title: "Summer at the lake", productionDate, contentId: "post-1" };
  const named = (...names: string[]) => names.map((name) => ({ email: freshEmail(name) }));
  const registered = { ...about, producerEmail: producer.user.email, performers: named("ada", "grace") };
  const { productionId } = await registerWithJob(keyCtx(partner), registered);
  await startJob(keyCtx(partner), { ...about, jobId: "second", productionId, performers: named("kim") });
  const told = async () => {
    await runJobs(tellVerifiedTask);
    return (await mailsTo(producer.user.email)).map(({ template, url }) => [template, new URL(url).pathname]);
  };
  const page = `/producer/productions/${productionId}`;
  const first = ["production_registered", page];
  expect(await told()).toEqual([first]);
  expect((await mailsTo(producer.user.email))[0]?.props).toMatchObject({ partnerName: "Clip Harbor" });

  const performers = await db.scenePerformer.findMany({
    where: { scene: { productionPerformers: { some: { productionId } } } },
    orderBy: { email: "asc" },
  });
  for (const [signed, performer] of performers.entries()) {
    expect(await told(), `${signed} of 3`).toEqual([first]);
    const browser = await openVerified(performer);
    // The machine that takes the signature is ahead.
    clock.advance(5_000);
    await sign(browser, performer);
    clock.reset();
  }
  expect(await told()).toEqual([first, ["performers_verified", page]]);
  for (const { sceneId } of performers) await tellVerifiedTask.run({ sceneId }, firstRun);
  expect(await told()).toHaveLength(2);
});
