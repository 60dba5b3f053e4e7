import { describe, expect, it } from "vitest";
import { freshEmail, keyCtx, makeAccount, makeIdentity, makePartner, makeUser } from "@/lib/testing/factories";
import { checkTalent } from "./check-talent";

const NOBODY = { found: false, verified: false, lastVerifiedAt: null };

describe("the talent check", () => {
  it("knows whom the partner provisioned, and nobody else", async () => {
    const partner = await makePartner();
    const elsewhere = await makeAccount(undefined, { status: "active" });
    const ctx = keyCtx(partner);
    expect(await checkTalent(ctx, { email: elsewhere.email })).toEqual(NOBODY);
    expect(await checkTalent(ctx, { email: freshEmail() })).toEqual(NOBODY);
    expect(await checkTalent(ctx, { email: partner.users.owner.email })).toEqual(NOBODY);
  });

  it("is true for an active account only, and gives the day in UTC", async () => {
    const partner = await makePartner();
    const ctx = keyCtx(partner);
    const user = await makeUser();
    await makeIdentity(user, { verifiedAt: new Date("2026-03-01T23:59:59.999Z") });
    const active = await makeAccount(partner, { status: "active", userId: user.id });
    const held = await makeAccount(partner, { status: "suspended" });
    const pending = await makeAccount(partner);
    expect(await checkTalent(ctx, { email: active.email })).toEqual({
      found: true,
      verified: true,
      lastVerifiedAt: "2026-03-01",
    });
    expect(await checkTalent(ctx, { email: held.email })).toEqual({
      found: true,
      verified: false,
      lastVerifiedAt: held.verifiedAt?.toISOString().slice(0, 10),
    });
    expect(await checkTalent(ctx, { email: pending.email })).toEqual({ ...NOBODY, found: true });
  });

  it("says nothing of a person who has not approved the link", async () => {
    const partner = await makePartner();
    const user = await makeUser();
    await makeIdentity(user);
    for (const link of ["pending", "declined"] as const) {
      const account = await makeAccount(partner, { email: link === "pending" ? user.email : freshEmail(), link });
      expect(await checkTalent(keyCtx(partner), { email: account.email })).toEqual({ ...NOBODY, found: true });
    }
  });

  it("does not fold dots and plus-tags", async () => {
    const partner = await makePartner();
    const email = freshEmail("ada");
    await makeAccount(partner, { email });
    expect(await checkTalent(keyCtx(partner), { email: email.replace("@", "+x@") })).toEqual(NOBODY);
    expect(await checkTalent(keyCtx(partner), { email: email.replace("ada.", "ada..") })).toEqual(NOBODY);
  });
});
