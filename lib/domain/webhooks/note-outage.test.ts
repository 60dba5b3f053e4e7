import { describe, expect, it } from "vitest";
import { createEndpoint } from "@/lib/domain/webhooks/create-endpoint";
import { emit } from "@/lib/domain/webhooks/emit";
import { resendDelivery } from "@/lib/domain/webhooks/resend-delivery";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { mailsTo } from "@/lib/testing/effects";
import { makePartner, portalCtx, systemCtx } from "@/lib/testing/factories";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { mailAdminsTask } from "./mail-admins";
import { tellOutagesTask } from "./outages";
import type { Attempt } from "./sending/attempt";
import type { DueDelivery } from "./sending/due";
import { recordAttempts } from "./sending/record-attempts";

async function setUp() {
  clock.freeze(new Date("2026-11-21T12:00:00Z"));
  const partner = await makePartner();
  const { endpointId } = await createEndpoint(systemCtx(), {
    partnerId: partner.id,
    url: "http://127.0.0.1:9/hooks",
    description: null,
    types: [],
  });
  const ping = () =>
    inTransaction((tx) => emit(tx, { type: "test.ping", partnerId: partner.id, data: { message: "x" } }));
  const due = async (): Promise<DueDelivery[]> => {
    const rows = await db.webhookDelivery.findMany({
      where: { endpointId, status: "pending", nextAttemptAt: { lte: clock.now() } },
    });
    return rows.map((row) => ({ ...row, dueAt: row.nextAttemptAt ?? clock.now(), bytes: 2, body: Buffer.from("{}") }));
  };
  const endpoint = () => db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
  const news = async (who: "owner" | "admin" | "developer" | "viewer" = "owner") => {
    await runJobs(mailAdminsTask, { endpointId });
    return (await mailsTo(partner.users[who].email)).map(({ props }) => props.news);
  };
  return { partner, endpointId, ping, due, endpoint, news };
}

const outcome = (succeeded: boolean): Attempt => ({
  url: "http://127.0.0.1:9/hooks",
  at: clock.now(),
  durationMs: 0,
  requestHeaders: { "X-SVC-Event": "test.ping" },
  responseStatus: succeeded ? 204 : null,
  responseHeaders: null,
  responseBody: null,
  error: succeeded ? null : "The connection was refused.",
  succeeded,
});

const settleAs = (succeeded: boolean, deliveries: readonly DueDelivery[]) =>
  recordAttempts(deliveries.map((delivery) => ({ delivery, attempt: outcome(succeeded) })));

const tell = () => tellOutagesTask.run({}, firstRun);

/** Fails all due attempts until nothing is due. */
async function exhaust(due: () => Promise<DueDelivery[]>): Promise<void> {
  for (const minutes of [1, 5, 30, 120, 0]) {
    await settleAs(false, await due());
    clock.advance(minutes * 60_000);
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
    clock.advance(10 * 60_000 - 1);
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
    clock.advance(60_000);
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
      clock.freeze(new Date(began + days * 86_400_000));
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

describe("an attempt's result", () => {
  it("schedules the next attempt from its end, not from when it is recorded", async () => {
    const { ping, due, endpointId } = await setUp();
    await ping();
    const [delivery] = await due();
    const attempt = { ...outcome(false), durationMs: 9_000 };
    clock.advance(25_000);
    if (delivery) await recordAttempts([{ delivery, attempt }]);
    const { nextAttemptAt } = await db.webhookDelivery.findFirstOrThrow({ where: { endpointId } });
    expect(nextAttemptAt).toEqual(new Date(attempt.at.getTime() + 69_000));
  });

  it("applies to the delivery as it was read, and is kept in any case", async () => {
    const { ping, due, endpointId } = await setUp();
    await ping();
    const [first, second] = [await due(), await due()];
    clock.advance(1_000);
    await settleAs(true, second);
    await settleAs(false, first);
    const delivery = await db.webhookDelivery.findFirstOrThrow({ where: { endpointId }, include: { attempts: true } });
    expect(delivery).toMatchObject({ status: "delivered", failures: 0 });
    expect(delivery.attempts).toHaveLength(2);
  });

  it("doesn't undo a resend requested meanwhile", async () => {
    const { partner, ping, due, endpointId } = await setUp();
    await ping();
    const read = await due();
    clock.advance(1_000);
    await resendDelivery(portalCtx(partner), { deliveryId: read[0]?.id ?? "" });
    await settleAs(true, read);
    const [again] = await due();
    expect(again).toMatchObject({ id: read[0]?.id, failures: 0 });
    expect(await db.webhookAttempt.count({ where: { endpointId } })).toBe(1);
  });

  it("is recorded even if another delivery of its batch was erased", async () => {
    const { ping, due, endpointId } = await setUp();
    await ping();
    await ping();
    const read = await due();
    await db.webhookEvent.delete({ where: { id: read[0]?.eventId ?? "" } });
    await settleAs(true, read);
    expect(await db.webhookDelivery.findMany({ where: { endpointId } })).toMatchObject([{ status: "delivered" }]);
  });
});
