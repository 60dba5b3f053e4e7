import { expect, test } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { openVerified, sign } from "@/lib/testing/performers";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { makeVerificationJob } from "@/lib/testing/verification-jobs";
import { listClosingJobs, listJobsOf } from "./list-jobs";
import { readJobMark } from "./view-job";

test("refreshes a job's page when a performer signs or is mailed, for its partner only", async () => {
  const partner = await makePartner();
  const job = await makeVerificationJob(partner);
  const ctx = portalCtx(partner, "viewer");
  const [performer] = job.scene.performers;
  if (!performer) throw new Error("one performer");
  const marks = [await readJobMark(ctx, job.id)];
  await db.scenePerformer.update({ where: { id: performer.id }, data: { mailedAt: new Date() } });
  marks.push(await readJobMark(ctx, job.id));
  await sign(await openVerified(performer), performer);
  marks.push(await readJobMark(ctx, job.id));
  expect(new Set(marks.map(({ mark }) => mark)).size).toBe(3);
  const stranger = portalCtx(await makePartner());
  for (const id of [job.id, newId(), "x\0"]) {
    await expect(readJobMark(stranger, id)).rejects.toMatchObject({ status: 404 });
  }
});

test("lists the partner's own jobs of a production", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const { id: productionId } = await makeProduction({ producer: await makeProducer([partner, other]), performers: [] });
  const job = await makeVerificationJob(partner, { productionId });
  await makeVerificationJob(other, { productionId });
  await makeVerificationJob(partner);
  const { rows } = await listJobsOf(portalCtx(partner), { productionId });
  expect(rows.map(({ id }) => id)).toEqual([job.id]);
});

test("lists the partner's own jobs that wait and close within three days, soonest first", async () => {
  clock.freeze("2026-11-01T12:00:00.000Z");
  const partner = await makePartner();
  const ctx = portalCtx(partner, "viewer");
  const first = await makeVerificationJob(partner);
  clock.advance(DAY_MS);
  const second = await makeVerificationJob(partner, { performers: [{}, {}] });
  await makeVerificationJob(partner, { scene: { status: "cancelled", cancelledAt: clock.now() } });
  await makeVerificationJob();
  clock.advance(DAY_MS);
  await makeVerificationJob(partner);
  const titles = async () => (await listClosingJobs(ctx)).next.map(({ id }) => id);
  clock.freeze("2026-11-12T11:59:00.000Z");
  expect(await titles()).toEqual([]);
  clock.freeze("2026-11-13T12:01:00.000Z");
  expect(await titles()).toEqual([first.id, second.id]);
  expect(await listClosingJobs(ctx)).toMatchObject({ count: 2, isMore: false, next: [{}, { performerCount: 2 }] });
});
