import { describe, expect, it } from "vitest";
import { approveLink, deactivateAccount, liftSuspension, suspendAccount, withdrawLink } from "@/lib/domain/accounts";
import { getCreator } from "@/lib/domain/accounts/roster";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import {
  freshEmail,
  keyCtx,
  makeAccount,
  makeCustodian,
  makePartner,
  makeUser,
  personCtx,
  portalCtx,
  staffCtx,
} from "@/lib/testing/factories";
import { findAccountsOf, suspendedList } from "./find-accounts";
import { viewAccount } from "./view-account";

describe("a custodian finds accounts", () => {
  it("at every partner, by id and by the start of an address, linked or not", async () => {
    const ctx = staffCtx(await makeCustodian());
    const [one, other] = [await makePartner(), await makePartner()];
    const email = freshEmail("find_me");
    const linked = await makeAccount(one, { email, status: "active" });
    const asked = await makeAccount(other, { email, link: "declined" });
    await makeAccount(one, { email: email.replace("_", "x") });
    for (const text of [email, ` ${email.slice(0, -4).toUpperCase()}`]) {
      const found = await findAccountsOf(ctx, text);
      expect(found.map(({ id }) => id)).toEqual([linked.id, asked.id]);
      expect(found[1]).toEqual({
        id: asked.id,
        email,
        externalUserId: asked.externalUserId,
        partnerName: other.name,
        status: "pending_id_verification",
        suspendReason: null,
      });
    }
    expect((await findAccountsOf(ctx, asked.id.toUpperCase())).map(({ id }) => id)).toEqual([asked.id]);
    expect(await findAccountsOf(ctx, newId())).toEqual([]);
    expect(await findAccountsOf(ctx, `%${email}`)).toEqual([]);
  });

  it("that the service suspended, newest first, until it lifts the suspension", async () => {
    const ctx = staffCtx(await makeCustodian());
    const partner = await makePartner();
    const [first, second] = [await makeAccount(partner, { status: "active" }), await makeAccount(partner)];
    for (const { id } of [first, second]) await suspendAccount(ctx, { accountId: id, reason: "manual_suspension" });
    const suspended = async () =>
      (await suspendedList.read(ctx, {})).rows.filter(({ partnerName }) => partnerName === partner.name);
    expect(await suspended()).toMatchObject([
      { accountId: second.id, email: second.email, suspendReason: "manual_suspension", suspendedAt: expect.any(Date) },
      { accountId: first.id },
    ]);
    await liftSuspension(ctx, { accountId: second.id });
    expect(await suspended()).toMatchObject([{ accountId: first.id }]);
  });

  it("but anyone else gets 403", async () => {
    const ctx = staffCtx(await makeUser());
    const { id } = await makeAccount(undefined, { status: "active" });
    for (const read of [findAccountsOf(ctx, id), suspendedList.read(ctx, {}), viewAccount(ctx, id)]) {
      await expect(read).rejects.toMatchObject({ status: 403 });
    }
  });
});

describe("an account for a custodian", () => {
  it("shows its facts, suspensions, history and custodians’ notes, and logs each view, while the partner sees none of it", async () => {
    const custodian = await makeCustodian();
    const ctx = staffCtx(custodian);
    const partner = await makePartner();
    const { id, email } = await makeAccount(partner, { status: "active", link: "approved" });
    await deactivateAccount(keyCtx(partner), id);
    await suspendAccount(ctx, { accountId: id, reason: "platform_deactivated", note: "Asked by counsel" });
    const told = await getCreator(portalCtx(partner), id);
    await viewAccount(ctx, id);
    const viewed = await viewAccount(ctx, id);
    expect(viewed).toMatchObject({
      id,
      email,
      partner: { name: partner.name },
      link: "approved",
      fundedBy: "platform",
      subscribed: null,
      checkId: expect.any(String),
      suspensions: [
        { reason: "platform_deactivated", liftedAt: null },
        { reason: "partner_deactivated", liftedAt: null },
      ],
    });
    expect(viewed.history.rows.map(({ action, who, reason, note }) => [action, who, reason, note])).toEqual([
      ["solo_account.viewed", custodian.name, null, null],
      ["solo_account.viewed", custodian.name, null, null],
      ["solo_account.status_changed", custodian.name, "platform_deactivated", null],
      ["solo_account.hold_placed", custodian.name, "platform_deactivated", "Asked by counsel"],
      ["solo_account.status_changed", expect.stringContaining("API key"), "partner_deactivated", null],
      ["solo_account.hold_placed", expect.stringContaining("API key"), "partner_deactivated", null],
    ]);
    expect(await getCreator(portalCtx(partner), id)).toEqual(told);
    expect(JSON.stringify(told)).not.toMatch(/counsel|Casey/);
    const looks = await db.ledgerEntry.findMany({ where: { subjectId: id, action: "solo_account.viewed" } });
    expect(looks.map(({ partnerId }) => partnerId)).toEqual([null, null]);
  });

  it("shows that the creator unlinked the platform, which lifting a suspension does not undo", async () => {
    const ctx = staffCtx(await makeCustodian());
    const account = await makeAccount(undefined, { status: "active" });
    const left = async () => (await viewAccount(ctx, account.id)).isLeft;
    expect(await left()).toBe(false);
    await withdrawLink(personCtx(account.person), account.id);
    expect(await left()).toBe(true);
    expect(await liftSuspension(ctx, { accountId: account.id })).toMatchObject({
      released: false,
      status: "suspended",
    });
    expect(await left()).toBe(true);
    await approveLink(personCtx(account.person), account.id, { reconsiders: true });
    expect(await left()).toBe(false);
    expect((await viewAccount(ctx, account.id)).approvals).toMatchObject([
      { email: account.email, proof: "session", text: expect.stringMatching(/^Approve /) },
    ]);
    const asked = await makeAccount(undefined, { link: "declined" });
    expect((await viewAccount(ctx, asked.id)).isLeft).toBe(false);
  });

  it("must exist, and can't be the custodian's own", async () => {
    const asked = await makeAccount(undefined, { link: "pending" });
    await db.user.update({ where: { id: asked.person.id }, data: { staffRole: "custodian" } });
    const own = viewAccount(staffCtx(asked.person), asked.id);
    await expect(own).rejects.toMatchObject({ status: 403, code: "conflict_of_interest" });
    const ctx = staffCtx(await makeCustodian());
    for (const id of [newId(), "x\0"]) await expect(viewAccount(ctx, id)).rejects.toMatchObject({ status: 404 });
  });
});
