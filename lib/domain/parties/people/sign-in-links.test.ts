import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  createSigninLink,
  ensureUser,
  findSignInToken,
  requestSignInLink,
  safePath,
  signInStore,
} from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { log } from "@/lib/platform/log";
import { mailsTo } from "@/lib/testing/effects";
import { freshEmail, makePartner, makeUser, portalCtx, systemCtx } from "@/lib/testing/factories";
import { inviteMember } from "../partners";
import { signInTokenHash } from "./sign-in-links";

const client = { requestId: "request", ip: "203.0.113.9", userAgent: "vitest" };
const network = "203.0.113.9";
const tokenOf = (url: string) => new URL(url).searchParams.get("token") ?? "";
const spend = (token: string) => signInStore(client).useVerificationToken({ token: signInTokenHash(token) });

/** Asks for a link from a network, and says whether it was mailed. */
const asking = (email: string) => async (from: string) => {
  const before = (await mailsTo(email)).length;
  await requestSignInLink(systemCtx(), { email, network: from });
  return (await mailsTo(email)).length > before;
};

beforeEach(() => clock.freeze(new Date()));
describe("sign-in links", () => {
  it("are mailed to people with an account, work once and for fifteen minutes", async () => {
    const { email } = await makeUser();
    await requestSignInLink(systemCtx(), { email, network, returnTo: "/portal/keys" });
    const [mail] = await mailsTo(email);
    expect(mail?.template).toBe("sign_in");
    expect(new URL(mail?.url ?? "").searchParams.get("to")).toBe("/portal/keys");
    const token = tokenOf(mail?.url ?? "");
    expect(await findSignInToken(token)).toEqual({ email });
    expect(await findSignInToken(token)).toEqual({ email });
    const spent = await Promise.all([spend(token), spend(token), spend(token)]);
    expect(spent.filter(Boolean)).toMatchObject([{ identifier: email }]);
    expect(await findSignInToken(token)).toBeNull();

    await requestSignInLink(systemCtx(), { email, network });
    const second = tokenOf((await mailsTo(email))[1]?.url ?? "");
    clock.advance(15 * MINUTE_MS);
    expect(await findSignInToken(second)).toBeNull();
    expect(await spend(second)).toBeNull();
  });

  it("store the token as a hash only", async () => {
    const { email } = await makeUser();
    await requestSignInLink(systemCtx(), { email, network });
    const token = tokenOf((await mailsTo(email))[0]?.url ?? "");
    const [row] = await db.verificationToken.findMany({ where: { identifier: email } });
    expect(row?.token).toMatch(/^[0-9a-f]{64}$/);
    expect(row?.token).not.toBe(token);
  });

  it("write the same rows for a stranger, whose mail contains no sign-in link", async () => {
    const count = async (email: string) => ({
      tokens: await db.verificationToken.count({ where: { identifier: email } }),
      mails: (await mailsTo(email)).length,
    });
    const known = (await makeUser()).email;
    const stranger = freshEmail("stranger");
    for (let n = 0; n < 5; n++) {
      await requestSignInLink(systemCtx(), { email: known, network });
      await requestSignInLink(systemCtx(), { email: stranger, network });
      expect(await count(stranger)).toEqual(await count(known));
    }
    const mails = await mailsTo(stranger);
    expect(new Set(mails.map(({ template }) => template))).toEqual(new Set(["sign_in_no_account"]));
    expect(await db.user.findUnique({ where: { email: stranger } })).toBeNull();
  });

  it("are mailed however many links operators made for the same person", async () => {
    const { email } = await makeUser();
    for (let n = 0; n < 4; n++) await createSigninLink(systemCtx(), { email });
    await requestSignInLink(systemCtx(), { email, network });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("are limited to three per network, even when requested concurrently, and to six in total", async () => {
    const { email } = await makeUser();
    const warned = vi.spyOn(log, "warn");
    const ctx = { ...systemCtx(), ip: "203.0.113.9" };
    await Promise.all(Array.from({ length: 8 }, () => requestSignInLink(ctx, { email, network: "one" })));
    expect(await mailsTo(email)).toHaveLength(3);
    expect(warned.mock.calls.map(([about]) => about)).toEqual(
      Array.from({ length: 5 }, () => ({ requestId: ctx.requestId, ip: ctx.ip })),
    );
    warned.mockRestore();
    for (let n = 0; n < 4; n++) await requestSignInLink(systemCtx(), { email, network: "another" });
    expect(await mailsTo(email)).toHaveLength(6);
    await requestSignInLink(systemCtx(), { email, network: "a third" });
    expect(await mailsTo(email)).toHaveLength(6);
    clock.advance(15 * MINUTE_MS);
    await requestSignInLink(systemCtx(), { email, network: "one" });
    expect(await mailsTo(email)).toHaveLength(7);
  });

  it("stay available to a mailbox's owner while a stranger requests them all day", async () => {
    const ask = asking((await makeUser()).email);
    for (let n = 0; n < 30; n++) {
      if (n % 3 === 0) clock.advance(15 * MINUTE_MS);
      expect(await ask("elsewhere")).toBe(true);
    }
    expect(await ask("elsewhere")).toBe(false);
    expect([await ask("home"), await ask("home"), await ask("home")]).toEqual([true, true, true]);
  });

  it("allow one every fifteen minutes, even when network and mailbox are at their caps", async () => {
    const ask = asking((await makeUser()).email);
    for (let n = 0; n < 60; n++) {
      if (n % 6 === 0) clock.advance(15 * MINUTE_MS);
      expect(await ask(n % 2 ? "one" : "another")).toBe(true);
    }
    for (let n = 0; n < 3; n++) {
      clock.advance(15 * MINUTE_MS);
      expect([await ask("a third"), await ask("a fourth"), await ask("one")]).toEqual([true, false, false]);
    }
    clock.advance(DAY_MS);
    expect([await ask("one"), await ask("one"), await ask("one"), await ask("one")]).toEqual([true, true, true, false]);
  });

  it("are created by operators for existing users only, for an hour", async () => {
    const { id, email } = await makeUser();
    const { url } = await createSigninLink(systemCtx("ops"), { email: email.toUpperCase() });
    clock.advance(59 * MINUTE_MS);
    expect(await spend(tokenOf(url))).toMatchObject({ identifier: email });
    const late = await createSigninLink(systemCtx("ops"), { email });
    clock.advance(HOUR_MS);
    expect(await spend(tokenOf(late.url))).toBeNull();
    await expect(createSigninLink(systemCtx("ops"), { email: freshEmail() })).rejects.toMatchObject({ status: 404 });
    expect(await db.ledgerEntry.count({ where: { subjectId: id, action: "signin_link.created" } })).toBe(2);
  });

  it("open an account only for an invited mailbox", async () => {
    const partner = await makePartner();
    const email = freshEmail("invited");
    await inviteMember(portalCtx(partner), { email, role: "viewer" });
    await requestSignInLink(systemCtx(), { email, network });
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(["partner_invitation", "sign_in"]);
    expect(await signInStore(client).createUser({ email })).toMatchObject({ email, emailVerified: clock.now() });
    await expect(signInStore(client).createUser({ email: freshEmail() })).rejects.toMatchObject({ status: 403 });
  });
});

it("creates one user per mailbox for concurrent calls", async () => {
  const email = freshEmail();
  const made = await Promise.all(
    [email, email.toUpperCase(), ` ${email}`].map((address) => inTransaction((tx) => ensureUser(tx, address))),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
});

it("returns people to paths of this service only", () => {
  for (const path of ["/", "/portal/keys?a=1#b", "/a//b", "/invitation/abc_-"]) expect(safePath(path)).toBe(path);
  for (const path of [
    null,
    undefined,
    "",
    "portal",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "\\/evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/ evil",
    `/${"x".repeat(3000)}`,
  ]) {
    expect(safePath(path), String(path)).toBeNull();
  }
});
