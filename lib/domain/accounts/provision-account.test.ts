import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { eventsOf } from "@/lib/testing/effects";
import { freshEmail, keyCtx, makeAccount, makePartner, makeUser } from "@/lib/testing/factories";
import { provisionAccount } from "./provision-account";
import { CreateSoloAccountBody } from "./schemas";

const bodyFor = (more: Record<string, unknown> = {}) =>
  CreateSoloAccountBody.parse({
    externalUserId: `ext-${newId()}`,
    email: freshEmail("creator"),
    callbackUrl: "https://platform.example.com/callback",
    ...more,
  });

const accountsOf = (partner: { id: string }) =>
  db.soloAccount.findMany({ where: { partnerId: partner.id }, orderBy: { id: "asc" } });

describe("provisioning", () => {
  it("cleans and stores what was sent, and links a new address", async () => {
    const partner = await makePartner();
    const email = freshEmail("Ada");
    const body = bodyFor({
      externalUserId: "  7 ",
      email: ` ${email.toUpperCase()} `,
      firstName: "<b>Ada</b>",
      lastName: "x".repeat(120),
      redirectUrl: "https://platform.example.com/welcome?from=records#top",
    });
    const { created, account } = await provisionAccount(keyCtx(partner), body);
    expect(created).toBe(true);
    expect(account).toEqual({
      accountId: expect.stringMatching(/^[0-9a-z]{25}$/),
      status: "pending_id_verification",
      onboardingUrl: expect.stringMatching(/^http:\/\/localhost:3000\/onboard\/[\w-]{43}$/),
      createdAt: expect.any(String),
    });
    const user = await db.user.findUniqueOrThrow({ where: { email: email.toLowerCase() } });
    expect(await db.soloAccount.findUniqueOrThrow({ where: { id: account.accountId } })).toMatchObject({
      partnerId: partner.id,
      externalUserId: "  7 ",
      email: email.toLowerCase(),
      firstName: "Ada",
      lastName: "x".repeat(100),
      callbackUrl: "https://platform.example.com/callback",
      redirectUrl: "https://platform.example.com/welcome?from=records#top",
      fundedBy: "platform",
      userId: user.id,
      createdAt: new Date(account.createdAt),
    });
    expect(user.emailVerified).toBeNull();
    expect(await db.linkRequest.count({ where: { accountId: account.accountId } })).toBe(0);
    expect(
      await db.ledgerEntry.findMany({ where: { subjectId: account.accountId }, select: { action: true } }),
    ).toEqual([{ action: "solo_account.provisioned" }]);
    expect(await eventsOf(partner)).toEqual([]);
  });

  it("asks the person who has the address, and links no one yet", async () => {
    const partner = await makePartner();
    const user = await makeUser();
    const { account } = await provisionAccount(keyCtx(partner), bodyFor({ email: user.email }));
    expect(await db.soloAccount.findUniqueOrThrow({ where: { id: account.accountId } })).toMatchObject({
      userId: null,
    });
    expect(await db.linkRequest.findUniqueOrThrow({ where: { accountId: account.accountId } })).toMatchObject({
      userId: user.id,
      decision: "pending",
      lastMailedAt: null,
    });
  });

  it("lets the creator pay where the partner's plan says so", async () => {
    const partner = await makePartner({ plan: "creator_pays" });
    const { account } = await provisionAccount(keyCtx(partner), bodyFor());
    expect(account.status).toBe("pending_id_verification");
    expect(await db.soloAccount.findUniqueOrThrow({ where: { id: account.accountId } })).toMatchObject({
      fundedBy: "creator",
    });
  });

  it("keeps a token only as its hash", async () => {
    const { account } = await provisionAccount(keyCtx(await makePartner()), bodyFor());
    const token = account.onboardingUrl?.split("/").at(-1) ?? "";
    const dump = JSON.stringify(await db.onboardingLink.findMany({ where: { accountId: account.accountId } }));
    expect(dump).not.toContain(token);
  });
});

describe("a repeated call", () => {
  it.each(["externalUserId", "email"])("of the same %s returns the account and changes nothing", async (scope) => {
    const partner = await makePartner();
    const body = bodyFor({ firstName: "Ada" });
    const { account } = await provisionAccount(keyCtx(partner), body);
    const before = await accountsOf(partner);
    const users = await db.user.count();
    const other = bodyFor({ callbackUrl: "https://other.example.com", firstName: "Eve" });
    const again = await provisionAccount(keyCtx(partner), { ...other, [scope]: body[scope as "email"] });
    expect(again).toEqual({ created: false, account });
    expect(await accountsOf(partner)).toEqual(before);
    expect(await db.user.count()).toBe(users);
  });

  it("whose two scopes name two accounts returns that of the external id", async () => {
    const partner = await makePartner();
    const [a, b] = [bodyFor(), bodyFor()];
    const first = await provisionAccount(keyCtx(partner), a);
    const second = await provisionAccount(keyCtx(partner), b);
    const before = await accountsOf(partner);
    const mixed = await provisionAccount(keyCtx(partner), { ...a, email: b.email });
    expect(mixed).toEqual({ created: false, account: first.account });
    const reverse = await provisionAccount(keyCtx(partner), { ...b, email: a.email });
    expect(reverse).toEqual({ created: false, account: second.account });
    expect(await accountsOf(partner)).toEqual(before);
  });

  it("of another partner is another account", async () => {
    const body = bodyFor();
    const one = await provisionAccount(keyCtx(await makePartner()), body);
    const two = await provisionAccount(keyCtx(await makePartner()), body);
    expect(two.created).toBe(true);
    expect(two.account.accountId).not.toBe(one.account.accountId);
  });

  it("of an active account shows no URL", async () => {
    const partner = await makePartner();
    const active = await makeAccount(partner, { status: "active" });
    const again = await provisionAccount(keyCtx(partner), bodyFor({ externalUserId: active.externalUserId }));
    const createdAt = active.createdAt.toISOString();
    const account = { accountId: active.id, status: "active", onboardingUrl: undefined, createdAt };
    expect(again).toEqual({ created: false, account });
  });

  it.each(["pending_id_verification", "subscribed_pending_id", "suspended"] as const)(
    "of an account that is %s shows a URL and sends nothing",
    async (status) => {
      const partner = await makePartner();
      const existing = await makeAccount(partner, { status });
      const { account } = await provisionAccount(keyCtx(partner), bodyFor({ email: existing.email }));
      expect(account).toMatchObject({ accountId: existing.id, status, onboardingUrl: expect.any(String) });
      expect(await eventsOf(partner)).toEqual([]);
    },
  );
});

describe("calls at once", () => {
  it.each([1, 2, 3, 4, 5])("20 identical ones yield one account and one creation (%i)", async () => {
    const partner = await makePartner();
    const body = bodyFor();
    const results = await Promise.all(Array.from({ length: 20 }, () => provisionAccount(keyCtx(partner), body)));
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(results.map(({ account }) => JSON.stringify(account))).size).toBe(1);
    expect(await accountsOf(partner)).toHaveLength(1);
    expect(await db.user.count({ where: { email: body.email } })).toBe(1);
  });

  it.each([1, 2, 3])(
    "of one external id with 10 addresses, or of one address with 10 ids, yield one account (%i)",
    async () => {
      const partner = await makePartner();
      const [byId, byEmail] = [bodyFor(), bodyFor()];
      const bodies = Array.from({ length: 10 }, (_, n) => [
        { ...byId, email: `${n}.${byId.email}` },
        { ...byEmail, externalUserId: `${byEmail.externalUserId}-${n}` },
      ]).flat();
      const results = await Promise.all(bodies.map((body) => provisionAccount(keyCtx(partner), body)));
      expect(results.filter(({ created }) => created)).toHaveLength(2);
      const accounts = await accountsOf(partner);
      expect(accounts).toHaveLength(2);
      // The calls that lost created no person.
      expect(await db.user.count({ where: { email: { endsWith: byId.email } } })).toBe(1);
      for (const { userId } of accounts) expect(userId).not.toBeNull();
    },
  );

  it.each([1, 2, 3])(
    "that cross (each one's id with the other's address) yield no more than one account each (%i)",
    async () => {
      const partner = await makePartner();
      const [a, b] = [bodyFor(), bodyFor()];
      const bodies = [a, b, { ...a, email: b.email }, { ...b, email: a.email }];
      const results = await Promise.all(
        [...bodies, ...bodies, ...bodies].map((body) => provisionAccount(keyCtx(partner), body)),
      );
      const accounts = await accountsOf(partner);
      expect(results.filter(({ created }) => created)).toHaveLength(accounts.length);
      expect(accounts.length).toBeLessThanOrEqual(2);
    },
  );

  it.each([1, 2, 3])("of two partners for one new address link exactly one and ask for the other (%i)", async () => {
    const partners = await Promise.all([makePartner(), makePartner()]);
    const body = bodyFor();
    const results = await Promise.all(partners.map((partner) => provisionAccount(keyCtx(partner), body)));
    expect(results.map(({ created }) => created)).toEqual([true, true]);
    const accounts = await db.soloAccount.findMany({ where: { email: body.email }, include: { linkRequest: true } });
    const linked = accounts.filter(({ userId }) => userId !== null);
    const asked = accounts.filter(({ linkRequest }) => linkRequest !== null);
    expect([linked.length, asked.length]).toEqual([1, 1]);
    expect(linked[0]?.id).not.toBe(asked[0]?.id);
    expect(asked[0]?.linkRequest?.userId).toBe(linked[0]?.userId);
  });
});
