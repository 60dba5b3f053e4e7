import { describe, expect, it } from "vitest";
import { findAccounts, provisionAccount, readAccount, suspendAccount } from "@/lib/domain/accounts";
import { rosterList } from "@/lib/domain/accounts/roster";
import { getUploader, logDepiction } from "@/lib/domain/records/content";
import { LogContentBody } from "@/lib/domain/records/content/schemas";
import {
  freshEmail,
  keyCtx,
  makeAccount,
  makeIdentity,
  makePartner,
  makeUser,
  portalCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { checkTalent } from ".";

const NOBODY = { found: false, verified: false, lastVerifiedAt: null };

describe("the talent check", () => {
  it("finds only creators whom the partner provisioned", async () => {
    const partner = await makePartner();
    const elsewhere = await makeAccount(undefined, { status: "active" });
    const ctx = keyCtx(partner);
    expect(await checkTalent(ctx, { email: elsewhere.email })).toEqual(NOBODY);
    expect(await checkTalent(ctx, { email: freshEmail() })).toEqual(NOBODY);
    expect(await checkTalent(ctx, { email: partner.users.owner.email })).toEqual(NOBODY);
  });

  it("is true for an active account only, and returns the day in UTC", async () => {
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

  it("reveals nothing about a person who has not approved the link", async () => {
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

const cases: [string, Parameters<typeof makeAccount>[1]][] = [
  ["is active", { status: "active" }],
  ["never finished", {}],
  ["is paid and not verified", { status: "subscribed_pending_id" }],
  ["was asked", { link: "pending" }],
  ["said no", { link: "declined" }],
  ["agreed and is active", { link: "approved", status: "active" }],
  ["is deactivated", { status: "suspended" }],
  ["is deactivated and was never verified", { status: "suspended", verified: false }],
  ["is held by the service", { status: "suspended", suspensions: ["service"] }],
  ["is suspended for the platform fee", { status: "suspended", suspensions: ["platform"] }],
  ["let their subscription end", { status: "suspended", suspensions: ["subscription"], fundedBy: "creator" }],
  ["is suspended for all reasons", { status: "suspended", suspensions: ["service", "partner", "platform"] }],
];

const COPY = { mimeType: "image/jpeg", sizeBytes: 1000 } as const;
const CONSENT = { pending: "CONSENT_PENDING", declined: "CONSENT_DECLINED", approved: undefined };

describe("every endpoint agrees on a creator who …", () => {
  it.each(cases)("%s", async (_, options) => {
    const partner = await makePartner();
    const { id, email, externalUserId } = await makeAccount(partner, options);
    const ctx = keyCtx(partner);
    const read = await readAccount(ctx, id);
    const talent = await checkTalent(ctx, { email });
    expect(talent).toEqual({
      found: true,
      verified: read.status === "active",
      lastVerifiedAt: read.verifiedAt?.slice(0, 10) ?? null,
    });
    const { rows: creators } = await rosterList.read(portalCtx(partner), { find: email });
    expect(creators).toMatchObject([{ id, status: read.status, suspendReason: read.suspendReason ?? null }]);
    expect(await findAccounts(portalCtx(partner), email)).toMatchObject([{ id, status: read.status }]);
    const again = await provisionAccount(ctx, { externalUserId, email, callbackUrl: "https://platform.example.com" });
    expect(again).toMatchObject({ created: false, account: { accountId: id, status: read.status } });
    expect("onboardingUrl" in again.account && again.account.onboardingUrl !== undefined).toBe(!talent.verified);
    const uploader = await getUploader(partner.id, id);
    expect(uploader.isActive).toBe(talent.verified);
    const content = { contentUrl: `https://platform.example.com/${id}`, title: "A set", complianceCopy: COPY };
    const logged = logDepiction(ctx, uploader, LogContentBody.parse(content)).then(
      () => "logged",
      ({ code }: { code?: string }) => code,
    );
    expect(await logged).toBe(
      talent.verified ? "logged" : (CONSENT[options?.link ?? "approved"] ?? "uploader_not_solo_active"),
    );
  });

  it("hides all of them from another partner", async () => {
    const [partner, other] = [await makePartner(), await makePartner()];
    const ctx = keyCtx(other);
    const unknown = await checkTalent(ctx, { email: freshEmail() });
    for (const [, options] of cases) {
      const { email } = await makeAccount(partner, options);
      expect(await checkTalent(ctx, { email })).toEqual(unknown);
    }
  });

  it("changes at once", async () => {
    const partner = await makePartner();
    const { id, email } = await makeAccount(partner, { status: "active" });
    const before = await checkTalent(keyCtx(partner), { email });
    await suspendAccount(systemCtx(), { accountId: id, reason: "manual_suspension" });
    expect(await checkTalent(keyCtx(partner), { email })).toEqual({ ...before, verified: false });
  });
});
