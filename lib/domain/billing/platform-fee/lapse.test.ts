import { expect, it } from "vitest";
import { deriveStatusesOfUser } from "@/lib/domain/accounts";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { eventsOf } from "@/lib/testing/effects";
import { freshEmail, makeAccount, makeIdentity, systemCtx } from "@/lib/testing/factories";
import { payingPlatform } from "@/lib/testing/paying";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { deriveFeeStatus, lapsePlatformFee, payPlatformFee } from "./fee-status";
import { sweepPlatformFees } from "./sweep";

// The creators a platform funds are suspended and restored with its fee, with one event each.

const VERIFIED = "solo_account.verified";

const bench = sharedPaymentBench();

/** A platform with many creators. */
async function crowded(count: number) {
  const platform = await payingPlatform(bench);
  const { partnerId } = platform;
  const { userId } = await makeIdentity();
  const now = clock.now();
  await db.soloAccount.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      id: newId(),
      partnerId,
      externalUserId: `u${n}`,
      email: freshEmail(),
      userId,
      callbackUrl: "https://x.example.com",
      fundedBy: "platform" as const,
      status: "active" as const,
      verifiedAt: now,
      activeSince: now,
    })),
  });
  return {
    ...platform,
    lapse: () => lapsePlatformFee(systemCtx(), { partnerId }),
    pay: () => payPlatformFee(systemCtx(), { partnerId }),
  };
}

/** Ends every busy connection, as if the process died. */
const killConnections = () =>
  pool().query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
  );

const suspended = (partnerId: string) => db.soloAccount.count({ where: { partnerId, status: "suspended" } });

it("a lapse of 500 that is killed halfway resumes, and sends one event for each", async () => {
  const platform = await crowded(500);
  const dying = platform.lapse().then(
    () => "done",
    () => "killed",
  );
  await expect.poll(() => suspended(platform.partnerId), { timeout: 60_000, interval: 20 }).toBeGreaterThan(50);
  while ((await suspended(platform.partnerId)) < 500) {
    await killConnections();
    if ((await Promise.race([dying, new Promise((resolve) => setTimeout(resolve, 5))])) === "killed") break;
  }
  expect(await dying).toBe("killed");
  const before = await suspended(platform.partnerId);
  expect(before).toBeLessThan(500);
  // The job that the lapse queued.
  await platform.deriveStatuses();
  expect(await platform.statuses()).toEqual({ "suspended platform_lapsed": 500 });
  expect(await platform.told()).toEqual({ platform_lapsed: 500 });
  await platform.pay();
  expect(await platform.statuses()).toEqual({ active: 500 });
  expect(await platform.told()).toEqual({ platform_lapsed: 500, [VERIFIED]: 500 });
});

it("two lapses at once, and the sweep: one event each", async () => {
  const platform = await crowded(60);
  const outcomes = await Promise.all([platform.lapse(), platform.lapse()]);
  await sweepPlatformFees(systemCtx());
  expect(outcomes.filter(({ changed }) => changed)).toHaveLength(1);
  expect(await platform.told()).toEqual({ platform_lapsed: 60 });
  expect(await platform.lapse()).toMatchObject({ changed: false, lapsed: true, creators: 0 });
  const paid = await Promise.all([platform.pay(), platform.pay()]);
  expect(paid.filter(({ changed }) => changed)).toHaveLength(1);
  expect(await platform.told()).toEqual({ platform_lapsed: 60, [VERIFIED]: 60 });
});

it("quick lapses and payments converge, and each creator's events alternate", async () => {
  const platform = await crowded(80);
  const turns = [platform.lapse(), platform.pay(), platform.lapse(), platform.pay(), platform.lapse()];
  await Promise.all(turns);
  await platform.pay();
  await platform.deriveStatuses();
  expect(await platform.statuses()).toEqual({ active: 80 });
  const told = new Map<string, string[]>();
  for (const { type, data } of await eventsOf(platform.partner)) {
    const account = String(data.accountId);
    told.set(account, [...(told.get(account) ?? []), type]);
  }
  for (const types of told.values()) {
    expect(types).toEqual(types.map((_, n) => (n % 2 === 0 ? "solo_account.suspended" : VERIFIED)));
    expect(types.length % 2).toBe(0);
  }
});

it("inactive accounts get no event, and become active once nothing else is missing", async () => {
  const platform = await payingPlatform(bench);
  const { partner, partnerId } = platform;
  const pending = await makeAccount(partner);
  await makeAccount(partner, { link: "pending" });
  await makeAccount(partner, { status: "suspended" });
  await makeAccount(partner, { status: "suspended", suspensions: ["service"] });
  await makeAccount(partner, { status: "active", fundedBy: "creator" });
  await makeAccount(partner, { status: "subscribed_pending_id" });
  const before = await platform.statuses();
  await lapsePlatformFee(systemCtx(), { partnerId });
  expect(await platform.statuses()).toEqual({
    active: 1,
    pending_id_verification: 3,
    "suspended partner_deactivated": 1,
    "suspended manual_suspension": 1,
  });
  // Verified while the fee was unpaid.
  await makeIdentity(pending.person);
  await inTransaction((tx) => deriveStatusesOfUser(tx, systemCtx(), pending.person.id));
  expect(await platform.told()).toEqual({});
  await payPlatformFee(systemCtx(), { partnerId });
  expect(await platform.statuses()).toEqual({ ...before, active: 2, pending_id_verification: 1 });
  expect(await platform.told()).toEqual({ [VERIFIED]: 1 });
});

it("the sweep finds an account with a stale status", async () => {
  const platform = await crowded(3);
  const { partnerId } = platform;
  await db.partner.update({ where: { id: partnerId }, data: { platformFeeHeldAt: clock.now() } });
  await inTransaction(async (tx) => {
    await deriveFeeStatus(tx, systemCtx(), partnerId);
  });
  await db.$executeRaw`SELECT graphile_worker.remove_job(${`settle-funded-${partnerId}`})`;
  await sweepPlatformFees(systemCtx());
  await platform.deriveStatuses();
  expect(await platform.statuses()).toEqual({ "suspended platform_lapsed": 3 });
});

it("a payment ends a lapse that an operator started", async () => {
  const platform = await payingPlatform(bench);
  const { partnerId } = platform;
  const now = clock.now();
  await platform.creators(1, new Date(now.getTime() - 40 * DAY_MS));
  await platform.bill();
  await lapsePlatformFee(systemCtx(), { partnerId });
  await platform.saveCard();
  await platform.deriveStatuses();
  expect(await platform.invoice()).toMatchObject({ status: "paid" });
  expect(await platform.lapsed()).toBe(false);
  expect(await platform.statuses()).toEqual({ active: 1 });
});

it("rejects an unknown partner", async () => {
  await expect(lapsePlatformFee(systemCtx(), { partnerId: newId() })).rejects.toMatchObject({ status: 404 });
  await expect(payPlatformFee(systemCtx(), { partnerId: newId() })).rejects.toMatchObject({ status: 404 });
});
