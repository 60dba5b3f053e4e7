import { beforeEach, describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, makeAccount, makePartner, personCtx, portalCtx, systemCtx } from "@/lib/testing/factories";
import { deriveAccountStatus } from "./account-status";
import { withdrawLink } from "./link-requests";
import { readAccount } from "./queries";
import { deactivateAccount, reactivateAccount, suspendAccount } from "./suspend-account";

const typesOf = async (partner: { id: string }) => (await eventsOf(partner)).map(({ type }) => type);
const rowOf = (id: string) => db.soloAccount.findUniqueOrThrow({ where: { id }, include: { suspensions: true } });
const derive = (id: string) => inTransaction((tx) => deriveAccountStatus(tx, systemCtx(), id));

const MANUAL = "manual_suspension";
async function setFee(partnerId: string, accountId: string, platformFeeLapsedAt: Date | null): Promise<void> {
  await db.partner.update({ where: { id: partnerId }, data: { platformFeeLapsedAt } });
  await derive(accountId);
}

type Made = Awaited<ReturnType<typeof makeAccount>>;

async function given(
  options: Parameters<typeof makeAccount>[1],
  plan: "platform_pays" | "creator_pays" = "platform_pays",
) {
  const partner = await makePartner({ plan });
  return { partner, account: await makeAccount(partner, options), ctx: keyCtx(partner) };
}

describe("deactivating", () => {
  it("takes an active creator out of custody, with its event and its ledger lines, and keeps the verification", async () => {
    const { partner, account, ctx } = await given({ status: "active" });
    const answer = await deactivateAccount(ctx, account.id);
    expect(answer).toEqual({
      deactivated: true,
      accountId: account.id,
      externalUserId: account.externalUserId,
      status: "suspended",
      suspendedAt: expect.any(String),
      suspendReason: "partner_deactivated",
    });
    expect(await readAccount(ctx, account.id)).toMatchObject({
      status: "suspended",
      suspendReason: "partner_deactivated",
      suspendedAt: expect.any(String),
      verifiedAt: account.verifiedAt?.toISOString(),
    });
    expect(await eventsOf(partner)).toMatchObject([
      {
        type: "solo_account.suspended",
        data: { accountId: account.id, externalUserId: account.externalUserId, reason: "partner_deactivated" },
      },
    ]);
    const lines = await db.ledgerEntry.findMany({ where: { subjectId: account.id }, orderBy: { seq: "asc" } });
    expect(lines.map(({ action, partnerId, actorId, reason }) => ({ action, partnerId, actorId, reason }))).toEqual(
      ["solo_account.hold_placed", "solo_account.status_changed"].map((action) => ({
        action,
        partnerId: partner.id,
        actorId: ctx.actor.keyId,
        reason: "partner_deactivated",
      })),
    );
  });

  it("again answers the same, except that nothing was done", async () => {
    const { partner, account, ctx } = await given({ status: "active" });
    const first = await deactivateAccount(ctx, account.id);
    const before = await rowOf(account.id);
    expect(await deactivateAccount(ctx, account.id)).toEqual({ ...first, deactivated: false });
    expect(await rowOf(account.id)).toEqual(before);
    expect(await typesOf(partner)).toHaveLength(1);
  });

  it.each([
    [
      "the service",
      "manual_suspension",
      ({ id }: Made) => suspendAccount(systemCtx(), { accountId: id, reason: MANUAL }),
    ],
    ["the unpaid platform fee", "partner_deactivated", ({ id, partnerId }: Made) => setFee(partnerId, id, new Date())],
    ["the person, who left", "manual_suspension", ({ id, person }: Made) => withdrawLink(personCtx(person), id)],
  ] as const)(
    "says so by an event of its own, once, on an account that is suspended by %s",
    async (_, shown, suspend) => {
      const { partner, account, ctx } = await given({ status: "active" });
      await suspend(account);
      const answers = await Promise.all([1, 2, 3].map(() => deactivateAccount(ctx, account.id)));
      expect(answers.map(({ deactivated }) => deactivated).sort()).toEqual([false, false, true]);
      expect(answers.map(({ suspendReason }) => suspendReason)).toEqual(Array(3).fill("partner_deactivated"));
      expect(await readAccount(ctx, account.id)).toMatchObject({ status: "suspended", suspendReason: shown });
      const [, ...events] = await eventsOf(partner);
      expect(events.map(({ type, data }) => [type, data])).toEqual([
        [
          "solo_account.suspended",
          { accountId: account.id, externalUserId: account.externalUserId, reason: "partner_deactivated" },
        ],
      ]);
    },
  );

  it("before the platform fee is paid tells why the creator stays suspended after it", async () => {
    const { partner, account, ctx } = await given({ status: "active" });
    await setFee(partner.id, account.id, new Date());
    await deactivateAccount(ctx, account.id);
    await setFee(partner.id, account.id, null);
    expect(await readAccount(ctx, account.id)).toMatchObject({ suspendReason: "partner_deactivated" });
    const reasons = (await eventsOf(partner)).map(({ data }) => data.reason);
    expect(reasons).toEqual(["platform_lapsed", "partner_deactivated"]);
  });

  it.each(["active", "pending_id_verification", "suspended"] as const)(
    "is refused for a creator who pays (%s)",
    async (status) => {
      const { account, ctx } = await given(
        { status, suspensions: status === "suspended" ? ["subscription"] : [] },
        "creator_pays",
      );
      const before = await rowOf(account.id);
      for (const verb of [deactivateAccount, reactivateAccount]) {
        await expect(verb(ctx, account.id)).rejects.toMatchObject({
          status: 409,
          code: "CREATOR_PAYS_OWN_SUBSCRIPTION",
        });
      }
      expect(await rowOf(account.id)).toEqual(before);
    },
  );
});

describe("reactivating", () => {
  it("brings a verified creator back with the original date", async () => {
    const { partner, account, ctx } = await given({ status: "active" });
    await deactivateAccount(ctx, account.id);
    expect(await reactivateAccount(ctx, account.id)).toEqual({
      reactivated: true,
      accountId: account.id,
      externalUserId: account.externalUserId,
      status: "active",
      verifiedAt: account.verifiedAt?.toISOString(),
    });
    expect(await rowOf(account.id)).toMatchObject({ suspendReason: null, suspendedAt: null, reinstatedAt: null });
    const events = await eventsOf(partner);
    expect(events.map(({ type }) => type)).toEqual(["solo_account.suspended", "solo_account.verified"]);
    expect(events[1]?.data).toMatchObject({ verifiedAt: account.verifiedAt?.toISOString() });
  });

  it("brings one without an ID back to wait for it, with a URL to continue at, and again does nothing", async () => {
    const { partner, account, ctx } = await given({});
    await deactivateAccount(ctx, account.id);
    expect((await readAccount(ctx, account.id)).onboardingUrl).toBeUndefined();
    const answer = {
      accountId: account.id,
      externalUserId: account.externalUserId,
      status: "subscribed_pending_id",
      verifiedAt: undefined,
    };
    expect(await reactivateAccount(ctx, account.id)).toEqual({ reactivated: true, ...answer });
    expect(await reactivateAccount(ctx, account.id)).toEqual({ reactivated: false, ...answer });
    expect(await readAccount(ctx, account.id)).toMatchObject({
      status: "subscribed_pending_id",
      onboardingUrl: expect.any(String),
    });
    expect(await typesOf(partner)).toEqual(["solo_account.suspended"]);
  });

  it("does nothing to an active creator", async () => {
    const { partner, account, ctx } = await given({ status: "active" });
    expect(await reactivateAccount(ctx, account.id)).toMatchObject({ reactivated: false, status: "active" });
    expect(await typesOf(partner)).toEqual([]);
  });

  it("is refused for one who was never suspended", async () => {
    const { account, ctx } = await given({});
    await expect(reactivateAccount(ctx, account.id)).rejects.toMatchObject({
      status: 422,
      code: "account_not_suspended",
    });
  });

  it.each([[["service"]], [["service", "partner"]]] as const)(
    "changes nothing while another suspension remains, and names it (%j)",
    async (kinds) => {
      const { partner, account, ctx } = await given({ status: "suspended", suspensions: [...kinds] });
      const before = await rowOf(account.id);
      await expect(reactivateAccount(ctx, account.id)).rejects.toMatchObject({
        status: 422,
        code: "suspended_otherwise",
        message: expect.stringContaining("manual_suspension"),
      });
      expect(await rowOf(account.id)).toEqual(before);
      expect(await typesOf(partner)).toEqual([]);
      expect(await db.ledgerEntry.count({ where: { subjectId: account.id } })).toBe(0);
    },
  );

  it("is refused while the platform fee is unpaid, for creators who were active and for those who never were", async () => {
    for (const status of ["active", "pending_id_verification"] as const) {
      const { partner, account, ctx } = await given({ status });
      await setFee(partner.id, account.id, new Date());
      await deactivateAccount(ctx, account.id);
      await expect(reactivateAccount(ctx, account.id)).rejects.toMatchObject({
        code: "suspended_otherwise",
        message: expect.stringMatching(/platform_lapsed.*[Pp]ay the platform fee/),
      });
      expect(await readAccount(ctx, account.id)).toMatchObject({ suspendReason: "partner_deactivated" });
      await setFee(partner.id, account.id, null);
      expect(await readAccount(ctx, account.id)).toMatchObject({ suspendReason: "partner_deactivated" });
      expect(await reactivateAccount(ctx, account.id)).toMatchObject({ reactivated: true });
    }
  });

  it("still lifts the partner's hold from a creator who has come to pay since", async () => {
    const { account, ctx } = await given({ status: "suspended" });
    await db.subscription.create({ data: { userId: account.person.id, active: true } });
    await db.soloAccount.update({ where: { id: account.id }, data: { fundedBy: "creator" } });
    expect(await reactivateAccount(ctx, account.id)).toMatchObject({ reactivated: true, status: "active" });
    await expect(reactivateAccount(ctx, account.id)).rejects.toMatchObject({ code: "CREATOR_PAYS_OWN_SUBSCRIPTION" });
  });
});

describe("two calls at once", () => {
  it.each([1, 2, 3, 4])("deactivate once, and reactivate once (%i)", async () => {
    const { partner, account, ctx } = await given({ status: "active" });
    const down = await Promise.all(Array.from({ length: 5 }, () => deactivateAccount(ctx, account.id)));
    expect(down.filter(({ deactivated }) => deactivated)).toHaveLength(1);
    expect(new Set(down.map(({ suspendedAt }) => suspendedAt)).size).toBe(1);
    const up = await Promise.all(Array.from({ length: 5 }, () => reactivateAccount(ctx, account.id)));
    expect(up.filter(({ reactivated }) => reactivated)).toHaveLength(1);
    expect(await typesOf(partner)).toEqual(["solo_account.suspended", "solo_account.verified"]);
  });

  it.each([1, 2, 3, 4])(
    "that contradict each other end in one of the two states, with events that tell it (%i)",
    async () => {
      const { partner, account, ctx } = await given({ status: "active" });
      await Promise.all([deactivateAccount(ctx, account.id), reactivateAccount(ctx, account.id)]);
      const { status } = await readAccount(ctx, account.id);
      const last = (await typesOf(partner)).at(-1);
      expect(last).toBe(status === "active" ? "solo_account.verified" : "solo_account.suspended");
    },
  );
});

describe("who may", () => {
  it("owners and admins in the portal, for their own partner only", async () => {
    const partner = await makePartner();
    const { id } = await makeAccount(partner, { status: "active" });
    for (const role of ["owner", "admin"] as const) {
      expect(await deactivateAccount(portalCtx(partner, role), id)).toMatchObject({ deactivated: true });
      expect(await reactivateAccount(portalCtx(partner, role), id)).toMatchObject({ reactivated: true });
    }
    for (const role of ["developer", "viewer"] as const) {
      for (const verb of [deactivateAccount, reactivateAccount]) {
        await expect(verb(portalCtx(partner, role), id)).rejects.toMatchObject({ status: 403 });
      }
    }
    const stranger = await makePartner();
    const before = await rowOf(id);
    for (const verb of [deactivateAccount, reactivateAccount]) {
      for (const ctx of [keyCtx(stranger), portalCtx(stranger)]) {
        await expect(verb(ctx, id)).rejects.toMatchObject({ status: 404, message: "Not found" });
        await expect(verb(ctx, newId())).rejects.toMatchObject({ status: 404, message: "Not found" });
      }
    }
    expect(await rowOf(id)).toEqual(before);
    expect(await eventsOf(stranger)).toEqual([]);
  });
});

describe("a suspension has one moment", () => {
  // In real time two looks at the clock often see the same millisecond.
  beforeEach(() => clock.tick());

  it("that the deactivation, every read and every repeat return", async () => {
    const { account, ctx } = await given({ status: "active" });
    const { suspendedAt } = await deactivateAccount(ctx, account.id);
    expect((await readAccount(ctx, account.id)).suspendedAt).toBe(suspendedAt);
    expect((await deactivateAccount(ctx, account.id)).suspendedAt).toBe(suspendedAt);
  });

  it("the earliest, when another suspension had suspended the account before", async () => {
    const { partner, account, ctx } = await given({ status: "active" });
    await db.partner.update({ where: { id: partner.id }, data: { platformFeeLapsedAt: clock.now() } });
    await derive(account.id);
    const { suspendedAt } = await readAccount(ctx, account.id);
    expect(suspendedAt).toEqual(expect.any(String));
    for (const deactivated of [true, false]) {
      expect(await deactivateAccount(ctx, account.id)).toMatchObject({ deactivated, suspendedAt });
    }
  });
});
