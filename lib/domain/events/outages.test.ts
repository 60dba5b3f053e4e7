import { describe, expect, it } from "vitest";
import type { Role } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { mailsTo } from "@/lib/testing/effects";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { asDue, attemptWith, makeSubscriber } from "@/lib/testing/webhooks";
import { deleteEndpoint, setEndpointStatus } from "./endpoint-changes";
import { mailAdminsTask, tellOutagesTask } from "./outages";
import type { DueDelivery } from "./sending/due";
import { recordAttempts } from "./sending/record-attempts";

async function setUp() {
  clock.freeze(new Date("2026-11-21T12:00:00Z"));
  const subscriber = await makeSubscriber({ description: "Billing" });
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
  const mails = async (to: Role = "owner") => {
    await runJobs(mailAdminsTask, { endpointId });
    return (await mailsTo(partner.users[to].email)).map(({ props }) => props);
  };
  const news = async (to?: Role) => (await mails(to)).map((mail) => mail.news);
  return { ...subscriber, settleBatch, mails, news };
}

const EXHAUSTED = { responseStatus: 503, failures: 4 };
const FAILED = { responseStatus: 503, failures: 0 };
const ARRIVED = { responseStatus: 204, failures: 0 };

const REFUSED = { responseStatus: null, error: "The connection was refused." };

const settleAs = (succeeded: boolean, deliveries: readonly DueDelivery[]) =>
  recordAttempts(deliveries.map((delivery) => ({ delivery, attempt: attemptWith(succeeded ? {} : REFUSED) })));

const tell = () => tellOutagesTask.run({}, firstRun);

/** Fails all due attempts until nothing is due. */
async function exhaust(due: () => Promise<DueDelivery[]>): Promise<void> {
  for (const minutes of [1, 5, 30, 120, 0]) {
    await settleAs(false, await due());
    clock.advance(minutes * MINUTE_MS);
  }
}

/** Advances time, with the scheduled check for outages every five minutes. */
async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 5) {
    clock.advance(5 * MINUTE_MS);
    await tell();
  }
}

describe("admins get mail", () => {
  it("once about the first delivery that fails for good, and once when the endpoint works again", async () => {
    const { ping, due, endpoint, news } = await setUp();
    await ping();
    const began = clock.now();
    await exhaust(due);
    expect(await endpoint()).toMatchObject({ failingSince: began, told: 1, status: "enabled" });
    await ping();
    await exhaust(due);
    expect(await news()).toEqual(["given_up"]);
    expect(await news("admin")).toEqual(["given_up"]);
    expect([await news("developer"), await news("viewer")]).toEqual([[], []]);

    await ping();
    await settleAs(true, await due());
    expect(await endpoint()).toMatchObject({ failingSince: null, worksSince: clock.now() });
    clock.advance(10 * MINUTE_MS - 1);
    await tell();
    expect(await news()).toEqual(["given_up"]);
    clock.advance(1);
    await tell();
    expect(await endpoint()).toMatchObject({ failingSince: null, told: 0 });
    await ping();
    await settleAs(true, await due());
    await tell();
    expect(await news()).toEqual(["given_up", "recovered"]);
  });

  it("but not about a failure whose retry succeeds", async () => {
    const { ping, due, endpoint, news } = await setUp();
    await ping();
    await settleAs(false, await due());
    expect((await endpoint()).failingSince).toEqual(clock.now());
    clock.advance(MINUTE_MS);
    await settleAs(true, await due());
    expect(await endpoint()).toMatchObject({ failingSince: null, told: 0 });
    expect(await news()).toEqual([]);
  });

  it("after a day and after five days, and the endpoint is never disabled", async () => {
    const { ping, due, endpoint, news } = await setUp();
    await ping();
    const began = clock.now().getTime();
    await exhaust(due);
    const at = async (days: number) => {
      clock.freeze(new Date(began + days * DAY_MS));
      await tell();
      return news();
    };
    expect(await at(0.99)).toEqual(["given_up"]);
    expect(await at(1)).toEqual(["given_up", "day"]);
    expect(await at(4.99)).toEqual(["given_up", "day"]);
    expect(await at(5)).toEqual(["given_up", "day", "five_days"]);
    expect(await at(30)).toEqual(["given_up", "day", "five_days"]);
    expect((await endpoint()).status).toBe("enabled");
  });
});

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

it("queues only a job, and no mail, while deliveries and endpoints are locked", async () => {
  const { partner, settleBatch, news } = await setUp();
  await settleBatch(EXHAUSTED);
  expect(await mailsTo(partner.users.owner.email)).toEqual([]);
  expect(await news()).toEqual(["given_up"]);
});

it.each([1, 2, 3])("admins get each mail once, even if many deliveries are recorded at once (%i)", async () => {
  const { endpointId, ping, due, mails } = await setUp();
  const pingSixTimes = async () => {
    for (let n = 0; n < 6; n++) await ping();
  };
  /** Records all due deliveries concurrently, each in its own transaction. */
  const recordConcurrently = async (responseStatus: number) => {
    const deliveries = await due();
    // The header is ignored: the contract sets the schedule.
    const attempt = () => attemptWith({ responseStatus, responseHeaders: { "retry-after": "86400" } });
    await Promise.all(deliveries.map((delivery) => recordAttempts([{ delivery, attempt: attempt() }])));
    return deliveries.length;
  };
  await pingSixTimes();
  for (const minutes of [1, 5, 30, 120, 0]) {
    expect(await recordConcurrently(503)).toBe(6);
    clock.advance(minutes * MINUTE_MS);
  }
  expect((await mails("admin")).map(({ news }) => news)).toEqual(["given_up"]);
  expect((await mails("admin"))[0]).toMatchObject({
    host: "127.0.0.1:9",
    description: "Billing",
    failure: "The response had the HTTP status 503.",
    url: expect.stringMatching(new RegExp(`/portal/webhooks/${endpointId}/deliveries$`)),
  });
  for (const days of [1, 4]) {
    clock.advance(days * DAY_MS);
    await Promise.all([tell(), tell(), tell()]);
  }
  await pingSixTimes();
  expect(await recordConcurrently(200)).toBe(6);
  clock.advance(10 * MINUTE_MS);
  await Promise.all([tell(), tell(), tell()]);
  const told = await mails("admin");
  expect(told.map(({ news }) => news)).toEqual(["given_up", "day", "five_days", "recovered"]);
  expect(told.at(-1)?.failure).toBeNull();
});
