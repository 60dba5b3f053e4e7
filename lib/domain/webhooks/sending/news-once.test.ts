import { expect, it } from "vitest";
import { createEndpoint } from "@/lib/domain/webhooks/create-endpoint";
import { emit } from "@/lib/domain/webhooks/emit";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { mailsTo } from "@/lib/testing/effects";
import { makePartner, systemCtx } from "@/lib/testing/factories";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { mailAdminsTask } from "../mail-admins";
import { tellOutagesTask } from "../outages";
import type { Attempt } from "./attempt";
import { recordAttempts } from "./record-attempts";

const DAY_MS = 86_400_000;

async function setUp() {
  clock.freeze(new Date("2026-11-21T12:00:00Z"));
  const partner = await makePartner();
  const input = { partnerId: partner.id, url: "https://127.0.0.1:9/hooks", description: "Billing", types: [] };
  const { endpointId } = await createEndpoint(systemCtx(), input);
  const answered = (responseStatus: number): Attempt => ({
    url: input.url,
    at: clock.now(),
    durationMs: 0,
    requestHeaders: {},
    responseStatus,
    // Ignored: the contract sets the schedule.
    responseHeaders: { "retry-after": "86400" },
    responseBody: null,
    error: null,
    succeeded: responseStatus < 300,
  });
  /** Records all due deliveries concurrently, each in its own transaction. */
  const recordConcurrently = async (status: number) => {
    const where = { endpointId, status: "pending", nextAttemptAt: { lte: clock.now() } } as const;
    const due = await db.webhookDelivery.findMany({ where });
    await Promise.all(
      due.map((row) => {
        const delivery = { ...row, dueAt: row.nextAttemptAt ?? clock.now(), bytes: 2, body: Buffer.from("{}") };
        return recordAttempts([{ delivery, attempt: answered(status) }]);
      }),
    );
    return due.length;
  };
  const ping = async () => {
    for (let n = 0; n < 6; n++) {
      await inTransaction((tx) => emit(tx, { type: "test.ping", partnerId: partner.id, data: { message: "x" } }));
    }
  };
  const mails = async () => {
    await runJobs(mailAdminsTask, { endpointId });
    return (await mailsTo(partner.users.admin.email)).map(({ props }) => props);
  };
  return { partner, endpointId, recordConcurrently, ping, mails };
}

const tell = () => tellOutagesTask.run({}, firstRun);

it.each([1, 2, 3])("admins get each mail once, even if many deliveries are recorded at once (%i)", async () => {
  const { endpointId, recordConcurrently, ping, mails } = await setUp();
  await ping();
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
  await ping();
  expect(await recordConcurrently(200)).toBe(6);
  clock.advance(10 * 60_000);
  await Promise.all([tell(), tell(), tell()]);
  const told = await mails();
  expect(told.map(({ news }) => news)).toEqual(["given_up", "day", "five_days", "recovered"]);
  expect(told.at(-1)?.failure).toBeNull();
});
