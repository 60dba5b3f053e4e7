import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { composeMail } from "@/lib/platform/mail/send-mail-task";
import { mailsTo } from "@/lib/testing/effects";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { asDue, attemptWith, makeSubscriber } from "@/lib/testing/webhooks";
import { deleteEndpoint } from "./delete-endpoint";
import { setEndpointStatus } from "./edit-endpoint";
import { endpointNewsMail, mailAdminsTask } from "./mail-admins";
import { tellOutagesTask } from "./outages";
import { recordAttempts } from "./sending/record-attempts";

const MINUTES_MS = 60_000;

async function setUp() {
  clock.freeze(new Date("2026-11-21T12:00:00Z"));
  const subscriber = await makeSubscriber();
  const { partner, endpointId, ping } = subscriber;
  /** Records results for deliveries of new events, `came` after that many failures, in one batch. */
  const settleBatch = async (...came: readonly { responseStatus: number; failures: number }[]) => {
    for (const _ of came) await ping();
    const where = { endpointId, status: "pending" } as const;
    const rows = await db.webhookDelivery.findMany({ where, take: came.length, orderBy: { id: "desc" } });
    await recordAttempts(
      came.flatMap(({ responseStatus, failures }, n) => {
        const row = rows[n];
        return row ? [{ delivery: asDue({ ...row, failures }), attempt: attemptWith({ responseStatus }) }] : [];
      }),
    );
  };
  const mails = async () => {
    await runJobs(mailAdminsTask, { endpointId });
    return (await mailsTo(partner.users.owner.email)).map(({ props }) => props);
  };
  const news = async () => (await mails()).map((mail) => mail.news);
  return { ...subscriber, settleBatch, mails, news };
}

const EXHAUSTED = { responseStatus: 503, failures: 4 };
const FAILED = { responseStatus: 503, failures: 0 };
const ARRIVED = { responseStatus: 204, failures: 0 };

/** Advances time, with the scheduled check for outages every five minutes. */
async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 5) {
    clock.advance(5 * MINUTES_MS);
    await tellOutagesTask.run({}, firstRun);
  }
}

it("reports a delivery that failed for good beside one that arrived", async () => {
  const { settleBatch, news } = await setUp();
  await settleBatch(EXHAUSTED, ARRIVED);
  expect(await news()).toEqual(["given_up"]);
});

it("doesn't flood people with mails about an endpoint that accepts some events and refuses others", async () => {
  const { settleBatch, news, mails } = await setUp();
  for (let n = 0; n < 10; n++) {
    await settleBatch(EXHAUSTED);
    await settleBatch(ARRIVED);
    await pass(20);
  }
  expect(await news()).toEqual(["given_up", "recovered"]);
  // Later failures are reported a day after the last mail, without claiming an outage.
  await pass(24 * 60 - 10 * 20 - 5);
  expect(await news()).toEqual(["given_up", "recovered"]);
  await pass(5);
  expect(await news()).toEqual(["given_up", "recovered", "given_up"]);
  expect((await mails()).at(-1)).toMatchObject({ status: "works" });
  await pass(25 * 60);
  expect(await news()).toHaveLength(3);
});

it("reports within a quarter of an hour that an endpoint has worked again for a while", async () => {
  const { settleBatch, news } = await setUp();
  await settleBatch(EXHAUSTED);
  await settleBatch(ARRIVED);
  await pass(5);
  await settleBatch(FAILED, ARRIVED);
  await pass(5);
  await settleBatch(FAILED);
  await settleBatch(ARRIVED);
  await pass(5);
  expect(await news()).toEqual(["given_up"]);
  await pass(5);
  expect(await news()).toEqual(["given_up", "recovered"]);
});

it("reports the second of two outages in a day after the day ends, with its length", async () => {
  const { settleBatch, news } = await setUp();
  await settleBatch(EXHAUSTED);
  await settleBatch(ARRIVED);
  await pass(60);
  await settleBatch(EXHAUSTED);
  await pass(22 * 60);
  expect(await news()).toEqual(["given_up", "recovered"]);
  await pass(60);
  expect(await news()).toEqual(["given_up", "recovered", "given_up"]);
  await settleBatch(EXHAUSTED);
  await pass(60);
  expect(await news()).toEqual(["given_up", "recovered", "given_up", "day"]);
  await settleBatch(EXHAUSTED);
  await pass(26 * 60);
  await settleBatch(ARRIVED);
  await pass(15);
  expect(await news()).toEqual(["given_up", "recovered", "given_up", "day", "recovered"]);
});

it("sends nothing about a deleted endpoint, and the current status of a paused one", async () => {
  const gone = await setUp();
  await gone.settleBatch(EXHAUSTED);
  expect(await gone.news()).toEqual(["given_up"]);
  await gone.ping();
  await gone.ping();
  await deleteEndpoint(gone.ctx, gone);
  await gone.settleBatch(ARRIVED);
  await pass(15);
  expect(await gone.news()).toEqual(["given_up"]);

  const late = await setUp();
  await late.settleBatch(EXHAUSTED);
  await deleteEndpoint(late.ctx, late);
  expect(await late.news()).toEqual([]);

  const paused = await setUp();
  await paused.settleBatch(EXHAUSTED);
  await setEndpointStatus(paused.ctx, { ...paused, status: "paused" });
  expect(await paused.mails()).toMatchObject([{ news: "given_up", status: "paused" }]);
});

it("sends a mail that the previous version queued, whose `status` had another name", async () => {
  const { settleBatch, mails } = await setUp();
  await settleBatch(EXHAUSTED);
  const [{ status: _, ...queued } = {}] = await mails();
  expect((await composeMail(endpointNewsMail, { ...queued, standing: "paused" })).text).toContain("is paused");
});

it("queues only a job, and no mail, while deliveries and endpoints are locked", async () => {
  const { partner, settleBatch, news } = await setUp();
  await settleBatch(EXHAUSTED);
  expect(await mailsTo(partner.users.owner.email)).toEqual([]);
  expect(await news()).toEqual(["given_up"]);
});
