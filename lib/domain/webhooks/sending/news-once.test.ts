import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { mailsTo } from "@/lib/testing/effects";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { attemptWith, makeSubscriber } from "@/lib/testing/webhooks";
import { mailAdminsTask } from "../mail-admins";
import { tellOutagesTask } from "../outages";
import { recordAttempts } from "./record-attempts";

const DAY_MS = 86_400_000;

async function setUp() {
  clock.freeze(new Date("2026-11-21T12:00:00Z"));
  const { partner, endpointId, due, ping } = await makeSubscriber({ description: "Billing" });
  /** Records all due deliveries concurrently, each in its own transaction. */
  const recordConcurrently = async (responseStatus: number) => {
    const deliveries = await due();
    // The header is ignored: the contract sets the schedule.
    const attempt = () => attemptWith({ responseStatus, responseHeaders: { "retry-after": "86400" } });
    await Promise.all(deliveries.map((delivery) => recordAttempts([{ delivery, attempt: attempt() }])));
    return deliveries.length;
  };
  const pingSixTimes = async () => {
    for (let n = 0; n < 6; n++) await ping();
  };
  const mails = async () => {
    await runJobs(mailAdminsTask, { endpointId });
    return (await mailsTo(partner.users.admin.email)).map(({ props }) => props);
  };
  return { endpointId, recordConcurrently, pingSixTimes, mails };
}

const tell = () => tellOutagesTask.run({}, firstRun);

it.each([1, 2, 3])("admins get each mail once, even if many deliveries are recorded at once (%i)", async () => {
  const { endpointId, recordConcurrently, pingSixTimes, mails } = await setUp();
  await pingSixTimes();
  for (const minutes of [1, 5, 30, 120, 0]) {
    expect(await recordConcurrently(503)).toBe(6);
    clock.advance(minutes * 60_000);
  }
  expect((await mails()).map(({ news }) => news)).toEqual(["given_up"]);
  expect((await mails())[0]).toMatchObject({
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
  clock.advance(10 * 60_000);
  await Promise.all([tell(), tell(), tell()]);
  const told = await mails();
  expect(told.map(({ news }) => news)).toEqual(["given_up", "day", "five_days", "recovered"]);
  expect(told.at(-1)?.failure).toBeNull();
});
