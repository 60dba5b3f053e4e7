import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { eventsOf, mailsTo } from "@/lib/testing/effects";
import {
  keyCtx,
  makeAccount,
  makeCustodian,
  makePartner,
  makeUser,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { runJobs } from "@/lib/testing/run-jobs";
import { GREET_CREATOR, greetCreator } from "./mail-creator";
import { readAccount } from "./queries";
import { deactivateAccount, liftSuspension, reactivateAccount, suspendAccount } from "./suspend-account";

const reason = "manual_suspension";
const typesOf = async (partner: { id: string }) => (await eventsOf(partner)).map(({ type }) => type);
const rowOf = (id: string) => db.soloAccount.findUniqueOrThrow({ where: { id }, include: { suspensions: true } });
const linesOf = (subjectId: string) => db.ledgerEntry.findMany({ where: { subjectId }, orderBy: { seq: "asc" } });

async function given(options: Parameters<typeof makeAccount>[1] = { status: "active" }) {
  const partner = await makePartner();
  const account = await makeAccount(partner, options);
  return { partner, account, accountId: account.id, staff: staffCtx(await makeCustodian()), key: keyCtx(partner) };
}

describe("holding", () => {
  it.each(["manual_suspension", "platform_deactivated"] as const)(
    "for %s takes a creator out of custody, with its event and its ledger lines",
    async (why) => {
      const { partner, account, accountId, staff, key } = await given();
      const answer = await suspendAccount(staff, { accountId, reason: why, note: "Asked by counsel" });
      expect(answer).toEqual({
        held: true,
        accountId,
        externalUserId: account.externalUserId,
        status: "suspended",
        suspendedAt: expect.any(Date),
        suspendReason: why,
      });
      expect(await readAccount(key, accountId)).toMatchObject({ status: "suspended", suspendReason: why });
      expect(await eventsOf(partner)).toMatchObject([
        { type: "solo_account.suspended", data: { accountId, externalUserId: account.externalUserId, reason: why } },
      ]);
      expect(await linesOf(accountId)).toMatchObject(
        ["solo_account.hold_placed", "solo_account.status_changed"].map((action) => ({
          action,
          actorKind: "staff",
          actorId: staff.actor.userId,
          partnerId: partner.id,
          reason: why,
        })),
      );
      expect((await linesOf(accountId))[0]?.detail).toBe('{"note":"Asked by counsel"}');
    },
  );

  it("again does nothing, and for the other reason is refused", async () => {
    const { partner, accountId, staff } = await given();
    const first = await suspendAccount(staff, { accountId, reason });
    const before = await rowOf(accountId);
    expect(await suspendAccount(systemCtx(), { accountId, reason })).toEqual({ ...first, held: false });
    for (const verb of [suspendAccount, liftSuspension]) {
      await expect(verb(staff, { accountId, reason: "platform_deactivated" })).rejects.toMatchObject({
        status: 409,
        code: "held_otherwise",
      });
    }
    expect(await rowOf(accountId)).toEqual(before);
    expect(await typesOf(partner)).toEqual(["solo_account.suspended"]);
    expect(await linesOf(accountId)).toHaveLength(2);
  });

  it("shows before the partner's own hold, and neither lifts the other", async () => {
    const { partner, accountId, staff, key } = await given();
    await deactivateAccount(key, accountId);
    expect(await suspendAccount(staff, { accountId, reason })).toMatchObject({ held: true, suspendReason: reason });
    await expect(reactivateAccount(key, accountId)).rejects.toMatchObject({ code: "suspended_otherwise" });
    expect(await liftSuspension(staff, { accountId })).toMatchObject({
      released: true,
      status: "suspended",
      suspendReason: "partner_deactivated",
    });
    expect(await reactivateAccount(key, accountId)).toMatchObject({ reactivated: true, status: "active" });
    expect(await typesOf(partner)).toEqual(["solo_account.suspended", "solo_account.verified"]);
  });

  it.each(["pending", "declined"] as const)(
    "of one whose person hasn't agreed (%s) looks like that of a new address",
    async (link) => {
      const [unknown, asked] = [await given({}), await given({ link })];
      const read = async ({ accountId, key }: typeof unknown) => {
        const {
          accountId: _,
          externalUserId: __,
          createdAt: ___,
          onboardingUrl,
          ...told
        } = await readAccount(key, accountId);
        return { ...told, suspendedAt: typeof told.suspendedAt, onboardingUrl: typeof onboardingUrl };
      };
      for (const verb of [suspendAccount, liftSuspension]) {
        for (const { accountId, staff } of [unknown, asked]) await verb(staff, { accountId, reason });
        expect(await read(asked)).toEqual(await read(unknown));
        expect(await typesOf(asked.partner)).toEqual(await typesOf(unknown.partner));
      }
    },
  );
});

describe("releasing", () => {
  it("brings a verified creator back with the original date, once", async () => {
    const { partner, account, accountId, staff, key } = await given();
    await suspendAccount(staff, { accountId, reason });
    const back = {
      accountId,
      externalUserId: account.externalUserId,
      status: "active",
      suspendedAt: null,
      suspendReason: null,
    };
    expect(await liftSuspension(staff, { accountId, reason })).toEqual({ released: true, ...back });
    expect(await liftSuspension(staff, { accountId, reason })).toEqual({ released: false, ...back });
    expect((await readAccount(key, accountId)).verifiedAt).toBe(account.verifiedAt?.toISOString());
    expect(await typesOf(partner)).toEqual(["solo_account.suspended", "solo_account.verified"]);
  });

  it("lets a creator who was never verified continue, and mails them if they had no mail yet", async () => {
    const { accountId, account, staff } = await given({});
    await suspendAccount(staff, { accountId, reason });
    expect(await liftSuspension(staff, { accountId })).toMatchObject({
      released: true,
      status: "pending_id_verification",
    });
    expect(await runJobs(greetCreator, { accountId })).toBe(1);
    expect(await mailsTo(account.email)).toHaveLength(1);
  });

  it("sends no mail during another suspension", async () => {
    const { accountId, staff } = await given({
      status: "suspended",
      suspensions: ["service", "partner"],
      verified: false,
    });
    await liftSuspension(staff, { accountId });
    expect(await runJobs(greetCreator, { accountId }), GREET_CREATOR).toBe(0);
  });
});

describe("two at once", () => {
  it.each([1, 2, 3])("hold once, and release once, with one event each (%i)", async () => {
    const { partner, accountId, staff } = await given();
    const held = await Promise.all(Array.from({ length: 5 }, () => suspendAccount(staff, { accountId, reason })));
    expect(held.filter((answer) => answer.held)).toHaveLength(1);
    const released = await Promise.all(Array.from({ length: 5 }, () => liftSuspension(staff, { accountId })));
    expect(released.filter((answer) => answer.released)).toHaveLength(1);
    expect(await typesOf(partner)).toEqual(["solo_account.suspended", "solo_account.verified"]);
  });
});

describe("who may", () => {
  it("operators and custodians of today, and no custodian their own", async () => {
    const { accountId, account } = await given();
    const asked = await given({ link: "pending" });
    const stranger = staffCtx(await makeUser());
    const before = await rowOf(accountId);
    await expect(suspendAccount(stranger, { accountId, reason })).rejects.toMatchObject({ status: 403 });
    for (const { person, id } of [account, asked.account]) {
      await db.user.update({ where: { id: person.id }, data: { staffRole: "custodian" } });
      for (const verb of [suspendAccount, liftSuspension]) {
        const own = verb(staffCtx(person), { accountId: id, reason });
        await expect(own).rejects.toMatchObject({ status: 403, code: "conflict_of_interest" });
      }
    }
    expect(await rowOf(accountId)).toEqual(before);
    for (const unknown of [newId(), "x", "\0"]) {
      await expect(suspendAccount(systemCtx(), { accountId: unknown, reason })).rejects.toMatchObject({ status: 404 });
    }
  });
});
