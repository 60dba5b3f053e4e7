import { NextRequest } from "next/server";
import { afterEach, describe, expect, it } from "vitest";
import { inviteMember } from "@/lib/domain/parties/partners";
import {
  createSigninLink,
  endOtherSessions,
  findSession,
  listSessions,
  requestSignInLink,
} from "@/lib/domain/parties/people";
import { sessionTokenHash } from "@/lib/domain/parties/people/sessions";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { closeRateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { mailsTo, refusalsDuring } from "@/lib/testing/effects";
import {
  freshEmail,
  makeMember,
  makePartner,
  makeUser,
  personCtx,
  portalCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { endlessBody } from "@/lib/testing/http";
import { makeProducer } from "@/lib/testing/productions";
import { makeApp } from "@/lib/testing/second-factors";
import { GET, POST } from "./api/auth/[...nextauth]/route";
import { POST as passkeyOptions } from "./api/auth/passkey/options/route";
import { POST as verifyPasskey } from "./api/auth/passkey/verify/route";
import { currentActor, PARTNER_COOKIE, sessionCookie } from "./current-actor";

const { baseUrl } = env();
afterEach(async () => {
  await closeRateLimiter();
});

type Sent = { origin?: string | null; cookie?: string; host?: string };

function press(token: string, { origin = baseUrl, cookie, host, to }: Sent & { to?: string } = {}): Promise<Response> {
  const headers = new Headers({ "user-agent": "Firefox" });
  if (origin !== null) headers.set("origin", origin);
  if (cookie) headers.set("cookie", cookie);
  if (host) headers.set("host", host);
  const body = new URLSearchParams({ token, callbackUrl: to ?? "" });
  return POST(
    new NextRequest(`http://${host ?? "anything.example"}/api/auth/callback/email`, { method: "POST", headers, body }),
  );
}

const tokenOf = (url: string) => new URL(url).searchParams.get("token") ?? "";
const linkFor = async (email: string) => tokenOf((await createSigninLink(systemCtx("ops"), { email })).url);
const sessionOf = (answer: Response): string | undefined =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${sessionCookie()}=`))
    ?.match(/=([^;]+)/)?.[1];
const asRequest = (cookie: string) => new Request(`${baseUrl}/portal`, { headers: { cookie } });

it("logs failed sign-ins with a hash of whom they concern", async () => {
  clock.freeze(new Date());
  const user = await makeUser();
  const expired = [await linkFor(user.email), await linkFor(user.email)];
  clock.advance(HOUR_MS);
  const withoutAccount = await makeUser();
  const orphaned = await linkFor(withoutAccount.email);
  await db.user.delete({ where: { id: withoutAccount.id } });
  const lines = await refusalsDuring(async () => {
    for (const token of [...expired, "guessed", orphaned]) await press(token);
  });
  expect(lines.map(({ refused }) => refused)).toEqual([
    "expired sign-in link",
    "expired sign-in link",
    "unknown sign-in link",
    "sign-in without an account",
  ]);
  expect(new Set(lines.map(({ subject }) => subject)).size).toBe(3);
  for (const { subject } of lines) expect(subject).toMatch(/^[0-9a-f]{16}$/);
  expect(JSON.stringify(lines)).not.toContain(user.email);
});

describe("a magic link", () => {
  it("signs in once, when the button is clicked, and proves the mailbox", async () => {
    const user = await makeUser({ emailVerified: null });
    const token = await linkFor(user.email);
    const answer = await press(token, { to: "/portal/keys" });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(`${baseUrl}/portal/keys`);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const cookie = answer.headers.getSetCookie().find((text) => text.startsWith(sessionCookie()));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/i);
    const session = sessionOf(answer) ?? "";
    expect(await findSession(session)).toMatchObject({ user: { id: user.id } });
    expect(await listSessions(personCtx(user))).toMatchObject([{ userAgent: "Firefox" }]);
    expect((await db.user.findUniqueOrThrow({ where: { id: user.id } })).emailVerified).not.toBeNull();

    const again = await press(token);
    expect(again.headers.get("location")).toBe(`${baseUrl}/sign-in?error=Verification`);
    expect(sessionOf(again)).toBeUndefined();
  });

  it("leads its own person to its page again while they are signed in, and no one else", async () => {
    clock.freeze(new Date());
    const [user, other] = [await makeUser(), await makeUser()];
    const token = await linkFor(user.email);
    const cookieOf = (answer: Response) => `${sessionCookie()}=${sessionOf(answer)}`;
    const first = cookieOf(await press(token));
    const [later, stranger] = [await press(await linkFor(user.email)), await press(await linkFor(other.email))];
    const leads = async (cookie?: string, link = token) =>
      (await press(link, { to: "/portal/keys", ...(cookie && { cookie }) })).headers.get("location");
    const [page, closed] = [`${baseUrl}/portal/keys`, `${baseUrl}/sign-in?error=Verification`];
    expect(await leads(first)).toBe(page);
    // Their other browsers too, and once the session that it started has ended.
    expect(await leads(cookieOf(later))).toBe(page);
    expect(await listSessions(personCtx(user))).toHaveLength(2);
    await db.session.deleteMany({ where: { sessionToken: sessionTokenHash(first.split("=")[1] ?? "") } });
    expect([await leads(first), await leads(cookieOf(later))]).toEqual([closed, page]);
    expect([await leads(cookieOf(stranger)), await leads()]).toEqual([closed, closed]);
    // A guess that looks like one, and another mailbox's mark.
    const [, mark] = token.split(".");
    const forged = [`${token.split(".")[0]}.`, `other.${mark}`, "guessed"];
    for (const guess of forged) expect(await leads(cookieOf(later), guess)).toBe(closed);
    const unused = await linkFor(user.email);
    clock.advance(HOUR_MS);
    expect(await leads(cookieOf(later), unused)).toBe(page);
    await endOtherSessions(personCtx(user), { keep: newId() });
    expect(await leads(cookieOf(later))).toBe(closed);
  });

  it("signs in only one of two concurrent clicks", async () => {
    const token = await linkFor((await makeUser()).email);
    const answers = await Promise.all([press(token), press(token), press(token)]);
    expect(answers.filter((answer) => sessionOf(answer))).toHaveLength(1);
  });

  it("isn't spent by GET, HEAD or a click from another site", async () => {
    const token = await linkFor((await makeUser()).email);
    const got = await GET(new NextRequest(`${baseUrl}/api/auth/callback/email?token=${token}`));
    expect(got.status).toBe(404);
    for (const origin of ["https://evil.example", "null", null]) {
      const answer = await press(token, { origin });
      expect(answer.status).toBe(403);
    }
    expect(sessionOf(await press(token))).toBeDefined();
  });

  it("redirects only to our own pages, whatever the host or return path", async () => {
    const { email } = await makeUser();
    for (const to of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""]) {
      const answer = await press(await linkFor(email), { to, host: "evil.example" });
      expect(answer.headers.get("location"), to).toBe(`${baseUrl}/sign-in/landing`);
    }
  });

  it("ignores the return path of an earlier sign-in in this browser", async () => {
    const token = await linkFor((await makeUser()).email);
    const cookie = `authjs.callback-url=${encodeURIComponent(`${baseUrl}/portal/team`)}`;
    expect((await press(token, { cookie })).headers.get("location")).toBe(`${baseUrl}/sign-in/landing`);
  });

  it("ends this browser's previous session", async () => {
    const user = await makeUser();
    const first = sessionOf(await press(await linkFor(user.email))) ?? "";
    const second = sessionOf(await press(await linkFor(user.email), { cookie: `${sessionCookie()}=${first}` })) ?? "";
    expect(second).not.toBe(first);
    expect(await findSession(first)).toBeNull();
    expect(await findSession(second)).not.toBeNull();
  });

  it("creates no account for an uninvited mailbox, even with a token", async () => {
    const email = freshEmail("stranger");
    const partner = await makePartner();
    const { invitationId } = await inviteMember(portalCtx(partner), { email, role: "viewer" });
    await requestSignInLink(systemCtx(), { email, network: "home" });
    const token = tokenOf((await mailsTo(email)).at(-1)?.url ?? "");
    await db.partnerInvitation.update({ where: { id: invitationId }, data: { withdrawnAt: clock.now() } });
    expect((await press(token)).headers.get("location")).toBe(`${baseUrl}/sign-in?error=AccessDenied`);
    expect(await db.user.findUnique({ where: { email } })).toBeNull();

    await inviteMember(portalCtx(partner), { email, role: "viewer" });
    await requestSignInLink(systemCtx(), { email, network: "home" });
    const second = tokenOf((await mailsTo(email)).at(-1)?.url ?? "");
    const session = sessionOf(await press(second)) ?? "";
    expect(await findSession(session)).toMatchObject({ user: { email }, memberships: [] });
  });
});

describe("the rest of next-auth", () => {
  it("is not reachable", async () => {
    for (const path of [
      "session",
      "csrf",
      "providers",
      "signin",
      "signout",
      "verify-request",
      "error",
      "callback/email",
    ]) {
      expect((await GET(new NextRequest(`${baseUrl}/api/auth/${path}`))).status, path).toBe(404);
    }
    for (const path of [
      "session",
      "signin/email",
      "signout",
      "signin/passkey",
      "callback/passkey",
      "webauthn-options/passkey",
    ]) {
      const request = new NextRequest(`${baseUrl}/api/auth/${path}`, { method: "POST", headers: { origin: baseUrl } });
      expect((await POST(request)).status, path).toBe(404);
    }
  });

  it.each(["callback/email", "passkey/options", "passkey/verify"])(
    "reads at most 64 KB of a request to %s",
    async (path) => {
      const body = endlessBody();
      const type = path === "callback/email" ? "application/x-www-form-urlencoded" : "application/json";
      const headers = { origin: baseUrl, "content-type": type };
      const request = new NextRequest(`${baseUrl}/api/auth/${path}`, {
        method: "POST",
        headers,
        body: body.stream,
        duplex: "half",
      });
      const route = { "callback/email": POST, "passkey/options": passkeyOptions, "passkey/verify": verifyPasskey }[
        path
      ];
      expect((await route?.(request))?.status).toBe(413);
      expect(body.sent()).toBeLessThan(64 * 1024 + 4 * body.pieceBytes);
    },
  );

  it("allows a network sixty attempts a minute, for links and passkeys together", async () => {
    const body = JSON.stringify({ action: "sign_in" });
    const ask = () =>
      passkeyOptions(
        new NextRequest(`${baseUrl}/api/auth/passkey/options`, { method: "POST", headers: { origin: baseUrl }, body }),
      );
    for (let i = 0; i < 59; i++) await press("nonsense");
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    expect((await press("nonsense")).status).toBe(429);
  });
});

describe("a magic link of a person with a second factor", () => {
  it("leads to the page that asks for it, and from there to where they wanted to go", async () => {
    const user = await makeMember(await makePartner(), "owner");
    await makeApp(user);
    const token = await linkFor(user.email);
    const answer = await press(token, { to: "/portal/keys" });
    const step = `${baseUrl}/sign-in/second-step?to=%2Fportal%2Fkeys`;
    expect(answer.headers.get("location")).toBe(step);
    const session = sessionOf(answer) ?? "";
    expect(await findSession(session)).toBeNull();
    expect(await currentActor(asRequest(`${sessionCookie()}=${session}`))).toBeNull();
    const again = await press(token, { to: "/portal/keys", cookie: `${sessionCookie()}=${session}` });
    expect(again.headers.get("location")).toBe(`${baseUrl}/portal/keys`);
  });
});

it("reads the actor from the cookies, with the chosen partner if they are a member", async () => {
  const [first, second, foreign] = [await makePartner(), await makePartner(), await makePartner()];
  const user = await makeMember(first, "developer");
  await makeMember(second, "viewer", user);
  const session = `${sessionCookie()}=${sessionOf(await press(await linkFor(user.email)))}`;
  const actorWith = (cookie: string) => currentActor(asRequest(`a=b; ${session}; ${cookie}`));

  expect(await actorWith("")).toMatchObject({ kind: "portal_user", partnerId: first.id, role: "developer" });
  expect(await actorWith(`${PARTNER_COOKIE}=${second.id}`)).toMatchObject({ partnerId: second.id, role: "viewer" });
  expect(await actorWith(`${PARTNER_COOKIE}=${foreign.id}`)).toMatchObject({ partnerId: first.id });
  await db.partnerMember.deleteMany({ where: { userId: user.id } });
  expect(await actorWith("")).toEqual({ kind: "person", userId: user.id });
  const producer = await makeProducer([first], { user });
  expect(await actorWith("")).toEqual({ kind: "producer", userId: user.id, producerId: producer.id });
  await db.user.update({ where: { id: user.id }, data: { staffRole: "custodian" } });
  expect(await actorWith("")).toEqual({ kind: "staff", userId: user.id, provenAt: expect.any(Date) });
  await db.session.deleteMany({ where: { userId: user.id } });
  expect(await actorWith("")).toBeNull();
  expect(await currentActor(asRequest(""))).toBeNull();
});
