import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inviteMember } from "@/lib/domain/partners";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { log } from "@/lib/platform/log";
import { mailsTo } from "@/lib/testing/effects";
import {
  freshEmail,
  makeCustodian,
  makePartner,
  makeUser,
  personCtx,
  portalCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { firstRun } from "@/lib/testing/run-jobs";
import {
  createSigninLink,
  endOtherSessions,
  endSession,
  endSessionOf,
  ensureUser,
  findSession,
  findSignInToken,
  forgetExpiredSignInsTask,
  listPasskeys,
  listSessions,
  removePasskey,
  renamePasskey,
  requestSignInLink,
  safePath,
  signInStore,
} from ".";
import { signInTokenHash } from "./sign-in-links";

const client = { requestId: "request", ip: "203.0.113.9", userAgent: "vitest" };
const network = "203.0.113.9";
const tokenOf = (url: string) => new URL(url).searchParams.get("token") ?? "";
const spend = (token: string) => signInStore(client).useVerificationToken({ token: signInTokenHash(token) });

async function signIn(user: { id: string }) {
  const token = `${user.id} ${Math.random()}`;
  await signInStore(client).createSession({ sessionToken: token, userId: user.id });
  return token;
}

beforeEach(() => clock.freeze(new Date()));
afterEach(() => clock.reset());

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
    const { email } = await makeUser();
    const ask = async (network: string) => {
      const before = (await mailsTo(email)).length;
      await requestSignInLink(systemCtx(), { email, network });
      return (await mailsTo(email)).length > before;
    };
    for (let n = 0; n < 30; n++) {
      if (n % 3 === 0) clock.advance(15 * MINUTE_MS);
      expect(await ask("elsewhere")).toBe(true);
    }
    expect(await ask("elsewhere")).toBe(false);
    expect([await ask("home"), await ask("home"), await ask("home")]).toEqual([true, true, true]);
  });

  it("allow one every fifteen minutes, even when network and mailbox are at their caps", async () => {
    const { email } = await makeUser();
    const ask = async (network: string) => {
      const before = (await mailsTo(email)).length;
      await requestSignInLink(systemCtx(), { email, network });
      return (await mailsTo(email)).length > before;
    };
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

describe("sessions", () => {
  it("identify a person from the database, and store the token as a hash", async () => {
    const partner = await makePartner();
    const { viewer } = partner.users;
    const token = await signIn(viewer);
    expect(await db.session.count({ where: { sessionToken: token } })).toBe(0);
    expect(await findSession(token)).toMatchObject({
      user: { id: viewer.id, email: viewer.email, isCustodian: false },
      memberships: [{ partnerId: partner.id, partnerName: partner.name, partnerActive: true, role: "viewer" }],
    });
    await db.partnerMember.deleteMany({ where: { userId: viewer.id } });
    expect((await findSession(token))?.memberships).toEqual([]);
    expect(await findSession("another")).toBeNull();
  });

  it("last thirty days, a custodian's twelve hours, used or not", async () => {
    const [user, custodian] = [await makeUser(), await makeCustodian()];
    const [mine, theirs] = [await signIn(user), await signIn(custodian)];
    expect((await findSession(theirs))?.user.isCustodian).toBe(true);
    clock.advance(12 * HOUR_MS - 1);
    expect(await findSession(theirs)).not.toBeNull();
    clock.advance(1);
    expect(await findSession(theirs)).toBeNull();
    clock.advance(29.5 * DAY_MS - 1);
    expect(await findSession(mine)).not.toBeNull();
    clock.advance(1);
    expect(await findSession(mine)).toBeNull();
    await forgetExpiredSignInsTask.run({}, firstRun);
    expect(await db.session.count({ where: { userId: { in: [user.id, custodian.id] } } })).toBe(1);
  });

  it("are listed with browser and address, last seen to the minute", async () => {
    const user = await makeUser();
    const [first] = [await signIn(user)];
    clock.advance(59_000);
    await signIn(user);
    await findSession(first);
    const seenAt = async () => (await listSessions(personCtx(user))).map(({ lastSeenAt }) => lastSeenAt.getTime());
    expect((await seenAt())[1]).toBe(clock.now().getTime() - 59_000);
    clock.advance(1000);
    await findSession(first);
    expect((await seenAt())[0]).toBe(clock.now().getTime());
    expect(await listSessions(personCtx(user))).toMatchObject([
      { ip: client.ip, userAgent: client.userAgent },
      { ip: client.ip, userAgent: client.userAgent },
    ]);
  });

  it("are refused once ended: one, all others, or by signing out", async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    const [a, b, c, d, foreign] = [
      await signIn(user),
      await signIn(user),
      await signIn(user),
      await signIn(user),
      await signIn(other),
    ];
    const idOf = async (token: string) => (await findSession(token))?.sessionId ?? "";
    await expect(endSession(personCtx(user), { sessionId: await idOf(foreign) })).rejects.toMatchObject({
      status: 404,
    });
    await endSession(personCtx(user), { sessionId: await idOf(a) });
    expect(await findSession(a)).toBeNull();
    await endSessionOf(client, b);
    expect(await findSession(b)).toBeNull();
    expect(await endOtherSessions(personCtx(user), { keep: await idOf(d) })).toEqual({ ended: 1 });
    expect(await findSession(c)).toBeNull();
    expect(await findSession(d)).not.toBeNull();
    expect(await findSession(foreign)).not.toBeNull();
  });

  it("leave one ledger entry, however they end, and none if they had already ended", async () => {
    const user = await makeUser();
    const [ended, left, outlived] = [await signIn(user), await signIn(user), await signIn(user)];
    const sessionId = (await findSession(ended))?.sessionId ?? "";
    await endSession(personCtx(user), { sessionId });
    await expect(endSession(personCtx(user), { sessionId })).rejects.toMatchObject({ status: 404 });
    await Promise.all([endSessionOf(client, left), endSessionOf(client, left)]);
    await signInStore(client).deleteSession(left);
    clock.advance(30 * DAY_MS);
    await endSessionOf(client, outlived);
    const lines = await db.ledgerEntry.findMany({ where: { subjectId: user.id, action: "session.ended" } });
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatchObject({ actorKind: "person", actorId: user.id });
    expect(lines.map(({ requestId }) => requestId)).toContain(client.requestId);
    await signInStore(client).deleteSession(await signIn(user));
    expect(await db.ledgerEntry.count({ where: { subjectId: user.id, action: "session.ended" } })).toBe(3);
  });
});

it("protects a person's passkeys from others", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const store = signInStore({ ...client, passkeyName: "Laptop" });
  const id = `credential ${user.id}`;
  await store.linkAccount({ userId: user.id, type: "webauthn", provider: "passkey", providerAccountId: id });
  await store.createAuthenticator({
    userId: user.id,
    credentialID: id,
    providerAccountId: id,
    credentialPublicKey: "key",
    counter: 0,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
  });
  expect(await listPasskeys(personCtx(user))).toMatchObject([{ credentialId: id, name: "Laptop", lastUsedAt: null }]);
  expect((await mailsTo(user.email)).map(({ template }) => template)).toEqual(["passkey_added"]);
  await store.updateAuthenticatorCounter(id, 1);
  expect(await listPasskeys(personCtx(user))).toMatchObject([{ lastUsedAt: clock.now() }]);

  expect(await listPasskeys(personCtx(other))).toEqual([]);
  await expect(renamePasskey(personCtx(other), { credentialId: id, name: "Mine" })).rejects.toMatchObject({
    status: 404,
  });
  await expect(removePasskey(personCtx(other), { credentialId: id })).rejects.toMatchObject({ status: 404 });
  await renamePasskey(personCtx(user), { credentialId: id, name: " Old\tlaptop " });
  expect(await listPasskeys(personCtx(user))).toMatchObject([{ name: "Old laptop" }]);
  await removePasskey(personCtx(user), { credentialId: id });
  expect(await store.getAuthenticator(id)).toBeNull();
  expect(await store.getUserByAccount({ provider: "passkey", providerAccountId: id })).toBeNull();
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
