import { describe, expect, it, test } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { keyCtx, makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { findOnboarding } from "./onboarding";
import { provisionAccount } from "./provision-account";
import { countAccounts, findAccounts, readAccount } from "./queries";
import { CreateSoloAccountBody } from "./schemas";

test("creators are counted by status, each partner's own", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  for (const status of ["active", "active", "suspended", "subscribed_pending_id"] as const) {
    await makeAccount(partner, { status });
  }
  await makeAccount(other);
  expect(await countAccounts(portalCtx(partner))).toEqual({
    active: 2,
    suspended: 1,
    subscribed_pending_id: 1,
    pending_id_verification: 0,
  });
  expect(await countAccounts(portalCtx(other))).toMatchObject({ active: 0, pending_id_verification: 1 });
});

test("a creator is found once by any of its names, whole, and by its own partner only", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const account = await makeAccount(partner, { email: "same@example.com", externalUserId: "same@example.com" });
  const { id, externalUserId, email, status } = account;
  for (const text of ["Same@Example.com", externalUserId, id, id.toUpperCase()]) {
    expect(await findAccounts(portalCtx(partner), text), text).toEqual([{ id, externalUserId, email, status }]);
    expect(await findAccounts(portalCtx(other), text), text).toEqual([]);
  }
  expect(await findAccounts(portalCtx(partner), "same")).toEqual([]);
  expect(await findAccounts(portalCtx(partner), "%")).toEqual([]);
});

test("one text can be the email of one creator and the external id of another", async () => {
  const partner = await makePartner();
  await makeAccount(partner, { email: "both@example.com" });
  await makeAccount(partner, { externalUserId: "both@example.com" });
  expect(await findAccounts(portalCtx(partner), "both@example.com")).toHaveLength(2);
});

const linksOf = (accountId: string) => db.onboardingLink.findMany({ where: { accountId }, orderBy: { serial: "asc" } });
const tokenIn = (url: string | undefined) => url?.split("/").at(-1) ?? "";

async function provisioned() {
  const partner = await makePartner();
  const body = CreateSoloAccountBody.parse({
    externalUserId: newId(),
    email: `${newId()}@example.com`,
    callbackUrl: "https://platform.example.com/callback",
  });
  const { account } = await provisionAccount(keyCtx(partner), body);
  return { ctx: keyCtx(partner), account, body };
}

describe("reading", () => {
  it("shows each status with its own fields and no others", async () => {
    const partner = await makePartner();
    const shown = async (options: Parameters<typeof makeAccount>[1]) => {
      const account = await makeAccount(partner, options);
      const read = await readAccount(keyCtx(partner), account.id);
      return { account, read, fields: Object.keys(JSON.parse(JSON.stringify(read))) };
    };
    const always = ["accountId", "externalUserId", "status", "createdAt"];
    expect((await shown({})).fields).toEqual([...always, "onboardingUrl"]);
    expect((await shown({ status: "subscribed_pending_id" })).fields).toEqual([...always, "onboardingUrl"]);
    const active = await shown({ status: "active" });
    expect(active.fields).toEqual([...always, "verifiedAt"]);
    expect(active.read.verifiedAt).toBe(active.account.verifiedAt?.toISOString());
    const suspended = await shown({ status: "suspended" });
    expect(suspended.fields).toEqual([...always, "verifiedAt", "suspendedAt", "suspendReason"]);
    expect(suspended.read).toMatchObject({ suspendReason: "partner_deactivated", status: "suspended" });
    expect((await shown({ status: "suspended", verified: false })).fields).not.toContain("verifiedAt");
  });

  it("does not tell another partner's account from none", async () => {
    const account = await makeAccount();
    const ctx = keyCtx(await makePartner());
    for (const id of [account.id, newId(), "no such id", ""]) {
      await expect(readAccount(ctx, id)).rejects.toMatchObject({ status: 404, message: "Not found", code: undefined });
    }
  });
});

describe("reads that arrive together", () => {
  it("each find only their own partner's account", async () => {
    const partners = await Promise.all([makePartner(), makePartner()]);
    const accounts = await Promise.all(partners.map((partner) => makeAccount(partner)));
    // Every partner asks for every account, and for what is no id, in one moment.
    const asked = partners.flatMap((partner) =>
      [...accounts.map(({ id }) => id), "\0", newId()].map((id) => ({ partner, id })),
    );
    const answers = await Promise.allSettled(asked.map(({ partner, id }) => readAccount(keyCtx(partner), id)));
    const found = answers.map((answer) => (answer.status === "fulfilled" ? answer.value.accountId : null));
    const own = asked.map(({ partner, id }) => (accounts[partners.indexOf(partner)]?.id === id ? id : null));
    expect(found).toEqual(own);
  });
});

describe("the onboarding URL", () => {
  it("is the one of the provision call, and reading writes nothing, for as long as it is valid", async () => {
    const { ctx, account } = await provisioned();
    clock.advance(7 * DAY_MS - 60_000);
    expect((await readAccount(ctx, account.accountId)).onboardingUrl).toBe(account.onboardingUrl);
    expect(await linksOf(account.accountId)).toHaveLength(1);
  });

  it("is replaced after 7 days, also by a repeated provision call", async () => {
    const { ctx, account, body } = await provisioned();
    clock.advance(7 * DAY_MS);
    const { onboardingUrl } = await readAccount(ctx, account.accountId);
    expect(onboardingUrl).not.toBe(account.onboardingUrl);
    expect((await provisionAccount(ctx, body)).account.onboardingUrl).toBe(onboardingUrl);
    expect(await linksOf(account.accountId)).toHaveLength(2);
    expect(await findOnboarding(tokenIn(onboardingUrl))).toMatchObject({ kind: "partner", expired: false });
    expect(await findOnboarding(tokenIn(account.onboardingUrl))).toMatchObject({ kind: "partner", expired: true });
    clock.advance(7 * DAY_MS);
    expect((await provisionAccount(ctx, body)).account.onboardingUrl).not.toBe(onboardingUrl);
  });

  it("is the same new one for reads that race over an expired one", async () => {
    for (let round = 0; round < 5; round++) {
      const { ctx, account } = await provisioned();
      clock.advance(8 * DAY_MS);
      const reads = await Promise.all(Array.from({ length: 12 }, () => readAccount(ctx, account.accountId)));
      expect(new Set(reads.map(({ onboardingUrl }) => onboardingUrl)).size).toBe(1);
      expect(await linksOf(account.accountId)).toHaveLength(2);
      expect(await findOnboarding(tokenIn(reads[0]?.onboardingUrl))).toMatchObject({ expired: false });
    }
  });

  it("is made for an account that has none, and replaced when the master key was", async () => {
    const partner = await makePartner();
    const { id } = await makeAccount(partner);
    const first = await readAccount(keyCtx(partner), id);
    expect(await findOnboarding(tokenIn(first.onboardingUrl))).toMatchObject({ account: { id } });
    await db.onboardingLink.updateMany({
      where: { accountId: id },
      data: { tokenHash: Buffer.from(newId().padEnd(32)) },
    });
    const { onboardingUrl } = await readAccount(keyCtx(partner), id);
    expect(onboardingUrl).not.toBe(first.onboardingUrl);
    expect(await findOnboarding(tokenIn(onboardingUrl))).toMatchObject({ account: { id }, expired: false });
  });

  it("leads to its account, platform and kind; any other token leads nowhere", async () => {
    const { ctx, account, body } = await provisioned();
    expect(await findOnboarding(tokenIn(account.onboardingUrl))).toEqual({
      kind: "partner",
      expired: false,
      issuedAt: expect.any(Date),
      account: {
        id: account.accountId,
        email: body.email,
        firstName: null,
        redirectUrl: null,
        status: "pending_id_verification",
        suspendReason: null,
        fundedBy: "platform",
        userId: expect.any(String),
        linkRequest: null,
      },
      partner: { id: ctx.actor.partnerId, name: expect.any(String), plan: "platform_pays" },
    });
    expect(await findOnboarding("nonsense")).toBeNull();
    expect(await findOnboarding("")).toBeNull();
  });
});
