import { describe, expect, it } from "vitest";
import { resendDelivery } from "@/lib/domain/webhooks/resend-delivery";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { mailsTo } from "@/lib/testing/effects";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { attemptWith, makeSubscriber } from "@/lib/testing/webhooks";
import { mailAdminsTask } from "./mail-admins";
import { tellOutagesTask } from "./outages";
import type { DueDelivery } from "./sending/due";
import { recordAttempts } from "./sending/record-attempts";

async function setUp() {
  clock.freeze(new Date("2026-11-21T12:00:00Z"));
  const subscriber = await makeSubscriber();
  const { partner, endpointId } = subscriber;
  const news = async (who: "owner" | "admin" | "developer" | "viewer" = "owner") => {
    await runJobs(mailAdminsTask, { endpointId });
    return (await mailsTo(partner.users[who].email)).map(({ props }) => props.news);
  };
  return { ...subscriber, news };
}

const REFUSED = { responseStatus: null, error: "The connection was refused." };

const settleAs = (succeeded: boolean, deliveries: readonly DueDelivery[]) =>
  recordAttempts(deliveries.map((delivery) => ({ delivery, attempt: attemptWith(succeeded ? {} : REFUSED) })));

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
    const { ping, due, deliveries } = await setUp();
    await ping();
    const [delivery] = await due();
    const attempt = attemptWith({ ...REFUSED, durationMs: 9_000 });
    clock.advance(25_000);
    if (delivery) await recordAttempts([{ delivery, attempt }]);
    expect(await deliveries()).toMatchObject([{ nextAttemptAt: new Date(attempt.at.getTime() + 69_000) }]);
  });

  it("applies to the delivery as it was read, and is kept in any case", async () => {
    const { ping, due, deliveries } = await setUp();
    await ping();
    const [first, second] = [await due(), await due()];
    clock.advance(1_000);
    await settleAs(true, second);
    await settleAs(false, first);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ status: "delivered", failures: 0 });
    expect(delivery?.attempts).toHaveLength(2);
  });

  it("doesn't undo a resend requested meanwhile", async () => {
    const { ctx, ping, due, endpointId } = await setUp();
    await ping();
    const read = await due();
    clock.advance(1_000);
    await resendDelivery(ctx, { deliveryId: read[0]?.id ?? "" });
    await settleAs(true, read);
    const [again] = await due();
    expect(again).toMatchObject({ id: read[0]?.id, failures: 0 });
    expect(await db.webhookAttempt.count({ where: { endpointId } })).toBe(1);
  });

  it("is recorded even if another delivery of its batch was erased", async () => {
    const { ping, due, deliveries } = await setUp();
    await ping();
    await ping();
    const read = await due();
    await db.webhookEvent.delete({ where: { id: read[0]?.eventId ?? "" } });
    await settleAs(true, read);
    expect(await deliveries()).toMatchObject([{ status: "delivered" }]);
  });
});
