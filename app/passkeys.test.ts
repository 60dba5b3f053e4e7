import { NextRequest } from "next/server";
import { afterEach, describe, expect, it } from "vitest";
import {
  addPasskey,
  beginPasskeyRegistration,
  CHALLENGE_MS,
  findSession,
  forgetExpiredSignInsTask,
  listPasskeys,
  listSessions,
  removePasskey,
  signInStore,
} from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { closeRateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { mailsTo, refusalsDuring } from "@/lib/testing/effects";
import { makeMember, makePartner, makeUser, personCtx } from "@/lib/testing/factories";
import { firstRun } from "@/lib/testing/run-jobs";
import { softwarePasskey } from "@/lib/testing/software-passkey";
import { POST as options } from "./api/auth/passkey/options/route";
import { POST as verify } from "./api/auth/passkey/verify/route";
import { sessionCookie } from "./current-actor";

const { baseUrl } = env();
afterEach(async () => {
  await closeRateLimiter();
});

type Action = "register" | "sign_in";
/** What a replay needs: the authenticator's response and its cookies. */
type Captured = { action: Action; answer: unknown; cookie: string; to?: string; name?: string };

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

const request = (step: string, { cookie, ...body }: { cookie: string; [field: string]: unknown }) =>
  new NextRequest(`${baseUrl}/api/auth/passkey/${step}`, {
    method: "POST",
    headers: { origin: baseUrl, cookie, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const optionsFor = (action: Action, cookie = "") => options(request("options", { action, cookie }));

async function begin(action: Action, cookie = ""): Promise<{ challenge: string; cookie: string }> {
  const answer = await optionsFor(action, cookie);
  const { challenge } = await answer.json();
  return { challenge, cookie: [cookie, cookiesOf(answer)].filter(Boolean).join("; ") };
}

const send = (captured: Captured): Promise<Response> => verify(request("verify", captured));

const signsIn = (answer: Response): boolean =>
  answer.headers.getSetCookie().some((cookie) => new RegExp(`^${sessionCookie()}=[^;]`).test(cookie));

async function signedIn(user: { id: string }): Promise<string> {
  const sessionToken = newId();
  await signInStore({ requestId: newId() }).createSession({ sessionToken, userId: user.id });
  return `${sessionCookie()}=${sessionToken}`;
}

async function registration(of?: { id: string; email: string }) {
  const user = of ?? (await makeUser());
  const session = await signedIn(user);
  const passkey = softwarePasskey();
  const { challenge, cookie } = await begin("register", session);
  const captured: Captured = { action: "register", answer: passkey.register(challenge), cookie, name: "Laptop" };
  return { user, passkey, captured, session, challenge };
}

type Answer = Parameters<ReturnType<typeof softwarePasskey>["authenticate"]>[1];

async function assertion(how?: Answer) {
  const { user, passkey, captured } = await registration();
  expect((await send(captured)).status).toBe(200);
  await db.session.deleteMany({ where: { userId: user.id } });
  const { challenge, cookie } = await begin("sign_in");
  const sent: Captured = { action: "sign_in", answer: passkey.authenticate(challenge, how), cookie };
  return { user, passkey, captured: sent };
}

const WRONG = "wrong passkey answer";

const sessions = async (user: { id: string }) => (await listSessions(personCtx(user))).length;
const names = async (user: { id: string }) => (await listPasskeys(personCtx(user))).map(({ name }) => name);

describe("signing in with a passkey", () => {
  it("signs in once, however often the answer is sent with its cookie", async () => {
    const { user, captured } = await assertion();
    const answer = await send({ ...captured, to: "/portal/keys" });
    expect(signsIn(answer)).toBe(true);
    expect(await answer.json()).toEqual({ to: "/portal/keys" });
    const cookie = answer.headers.getSetCookie().find((text) => text.startsWith(`${sessionCookie()}=`));
    expect(cookie).toMatch(/; Path=\/; Max-Age=25\d{5}; HttpOnly; SameSite=Lax$/);
    for (let n = 0; n < 3; n++) expect(signsIn(await send(captured))).toBe(false);
    expect(await sessions(user)).toBe(1);
  });

  it("signs in once for concurrent requests", async () => {
    const { user, captured } = await assertion();
    const answers = await Promise.all([send(captured), send(captured), send(captured), send(captured)]);
    expect(answers.filter(signsIn)).toHaveLength(1);
    expect(await sessions(user)).toBe(1);
  });

  it("takes short signatures, and only verified people at our own address", async () => {
    expect(signsIn(await send((await assertion({ bytesMost: 69 })).captured))).toBe(true);
    expect(signsIn(await send((await assertion({ verified: false })).captured))).toBe(false);
    expect(signsIn(await send((await assertion({ origin: "https://evil.example" })).captured))).toBe(false);
  });

  it("redirects only to our own pages", async () => {
    for (const to of ["https://evil.example/", "//evil.example", "javascript:alert(1)"]) {
      const { captured } = await assertion();
      expect(await (await send({ ...captured, to })).json()).toEqual({ to: "/sign-in/landing" });
    }
  });

  it("takes a passkey that the version before stored", async () => {
    const user = await makeUser();
    const passkey = softwarePasskey();
    const { credentialID, credentialPublicKey } = passkey.stored();
    const device = { credentialDeviceType: "singleDevice", credentialBackedUp: false, counter: 4 };
    await db.authenticator.create({
      data: { userId: user.id, credentialID, providerAccountId: credentialID, credentialPublicKey, ...device },
    });
    const { challenge, cookie } = await begin("sign_in");
    const answer = passkey.authenticate(challenge, { counter: 5 });
    expect(signsIn(await send({ action: "sign_in", answer, cookie }))).toBe(true);
    expect(await db.authenticator.findUnique({ where: { credentialID } })).toMatchObject({ counter: 5 });
  });

  it("refuses a counter that doesn't grow, also in concurrent requests", async () => {
    const { user, captured, passkey } = await registration();
    await send(captured);
    const signInWith = async (counter: number) => {
      const { challenge, cookie } = await begin("sign_in");
      const answer = passkey.authenticate(challenge, { counter });
      return signsIn(await send({ action: "sign_in", answer, cookie }));
    };
    expect(await signInWith(3)).toBe(true);
    expect([await signInWith(3), await signInWith(2), await signInWith(0)]).toEqual([false, false, false]);
    const both = await Promise.all([signInWith(4), signInWith(4)]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await sessions(user)).toBe(3);
  });

  it("takes the answer only in the browser that got the challenge, for five minutes", async () => {
    clock.freeze(new Date());
    const { captured, passkey } = await assertion();
    const other = await begin("sign_in");
    const registering = await registration();
    for (const cookie of ["", other.cookie, registering.captured.cookie, "svc_passkey=AAAA"]) {
      expect(signsIn(await send({ ...captured, cookie })), cookie).toBe(false);
    }
    clock.advance(CHALLENGE_MS);
    expect(signsIn(await send(captured))).toBe(false);
    const late = await begin("sign_in");
    clock.advance(CHALLENGE_MS - 1);
    const answer = passkey.authenticate(late.challenge);
    expect(signsIn(await send({ action: "sign_in", answer, cookie: late.cookie }))).toBe(true);
  });

  it("replaces this browser's session with a fresh one", async () => {
    clock.freeze(new Date());
    const { user, passkey, captured, session } = await registration();
    await send(captured);
    clock.advance(15 * MINUTE_MS);
    const { challenge, cookie } = await begin("sign_in", session);
    expect(signsIn(await send({ action: "sign_in", answer: passkey.authenticate(challenge), cookie }))).toBe(true);
    expect(await listSessions(personCtx(user))).toMatchObject([{ createdAt: clock.now() }]);
  });

  it("is refused if it doesn't verify, and spends no challenge", async () => {
    const { captured, passkey } = await assertion();
    const unknown = { ...captured, answer: softwarePasskey().authenticate("another") };
    const forged = { ...captured, answer: passkey.authenticate("another") };
    const lines = await refusalsDuring(async () => {
      for (const sent of [unknown, forged, forged]) expect(signsIn(await send(sent))).toBe(false);
      for (const answer of [null, {}, { id: 1 }, "text"])
        expect(signsIn(await send({ ...captured, answer }))).toBe(false);
    });
    expect(lines.slice(0, 3).map(({ refused }) => refused)).toEqual(["unknown passkey", WRONG, WRONG]);
    expect(lines[1]?.subject).toBe(lines[2]?.subject);
    expect(signsIn(await send(captured))).toBe(true);
  });

  it("keeps its spent challenge for as long as it could be replayed", async () => {
    const { captured } = await assertion();
    const kept = () => db.spentChallenge.count();
    const before = await kept();
    await send(captured);
    expect(await kept()).toBe(before + 1);
    await forgetExpiredSignInsTask.run({}, firstRun);
    expect(await kept()).toBe(before + 1);
    clock.advance(DAY_MS);
    await forgetExpiredSignInsTask.run({}, firstRun);
    expect(await kept()).toBe(0);
  });

  it("doesn't tell who has passkeys", async () => {
    const { user, captured } = await registration();
    await send(captured);
    const ask = async (more: object) =>
      (await options(request("options", { action: "sign_in", cookie: "", ...more }))).json();
    const [of, without] = [await ask({ email: user.email }), await ask({})];
    expect(of).toEqual({ ...without, challenge: expect.any(String) });
    expect(of).toMatchObject({ rpId: new URL(baseUrl).hostname, userVerification: "required" });
    expect(of.allowCredentials).toBeUndefined();
  });

  it("starts nothing for other sites, and no action that it doesn't know", async () => {
    for (const route of [options, verify]) {
      const foreign = request("options", { action: "sign_in", cookie: "" });
      foreign.headers.set("origin", "https://evil.example");
      expect((await route(foreign)).status).toBe(403);
      expect((await route(request("options", { action: "delete", cookie: "" }))).status).toBe(400);
    }
  });
});

describe("registering a passkey", () => {
  it("adds it once, tells the person by mail, and proves the session", async () => {
    const { user, captured, session } = await registration();
    const answers = await Promise.all([send(captured), send(captured), send(captured)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(await names(user)).toEqual(["Laptop"]);
    expect((await mailsTo(user.email)).map(({ template }) => template)).toEqual(["passkey_added"]);
    expect(await findSession(session.split("=")[1] ?? "")).toMatchObject({ user: { id: user.id } });
    expect(await db.session.findFirstOrThrow({ where: { userId: user.id } })).toMatchObject({
      factorAt: expect.any(Date),
    });
  });

  it("doesn't bring a removed passkey back", async () => {
    const { user, captured } = await registration();
    await send(captured);
    const [passkey] = await listPasskeys(personCtx(user));
    const { id: sessionId } = await db.session.findFirstOrThrow({ where: { userId: user.id } });
    await removePasskey(personCtx(user), { credentialId: passkey?.credentialId ?? "", sessionId });
    expect((await send(captured)).status).toBe(403);
    expect(await names(user)).toEqual([]);
    expect((await mailsTo(user.email)).map(({ template }) => template)).toEqual(["passkey_added", "security_notice"]);
  });

  it("adds one only shortly after signing in, and none for strangers", async () => {
    clock.freeze(new Date());
    const { user, captured, session } = await registration();
    clock.advance(15 * MINUTE_MS);
    expect((await optionsFor("register", session)).status).toBe(403);
    expect((await send(captured)).status).toBe(403);
    expect((await optionsFor("register")).status).toBe(403);
    expect(await names(user)).toEqual([]);
    clock.advance(-1);
    expect((await optionsFor("register", session)).status).toBe(200);
  });

  it("takes no answer to another person's or session's challenge", async () => {
    const [mine, theirs] = [await registration(), await registration()];
    const stolen = [theirs.session, mine.captured.cookie.split("; ").at(-1)].join("; ");
    const answer = theirs.passkey.register(mine.challenge);
    expect((await send({ action: "register", answer, cookie: stolen })).status).toBe(403);
    const again = await signedIn(mine.user);
    const moved = [again, mine.captured.cookie.split("; ").at(-1)].join("; ");
    expect((await send({ ...mine.captured, cookie: moved })).status).toBe(403);
    expect([await names(mine.user), await names(theirs.user)]).toEqual([[], []]);
    expect((await send(mine.captured)).status).toBe(200);
  });

  it("is for the signed-in person at our own address, whatever was sent", async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    const sent = request("options", { action: "register", email: other.email, cookie: await signedIn(user) });
    sent.headers.set("host", "evil.example");
    expect(await (await options(sent)).json()).toMatchObject({
      user: { name: user.email },
      rp: { id: new URL(baseUrl).hostname },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  });

  it("takes nothing that isn't an authenticator's answer", async () => {
    const { user, captured, passkey, challenge } = await registration();
    const answer = passkey.register(challenge);
    const odd = { ...answer, response: { ...answer.response, transports: ["usb\0"] } };
    expect((await send({ ...captured, answer: odd })).status).toBe(400);
    expect((await send({ ...captured, answer: {} })).status).toBe(400);
    expect(await names(user)).toEqual([]);
    expect((await send(captured)).status).toBe(200);
  });

  it("doesn't take a passkey that somebody has", async () => {
    const [first, second] = [await registration(), await registration()];
    await send(first.captured);
    const answer = first.passkey.register(second.challenge);
    expect((await send({ ...second.captured, answer })).status).toBe(403);
    expect(await names(second.user)).toEqual([]);
  });

  it("is refused to a session that ends meanwhile", async () => {
    const user = await makeUser();
    await signedIn(user);
    const { id: sessionId } = await db.session.findFirstOrThrow({ where: { userId: user.id } });
    const { options, sealed } = await beginPasskeyRegistration(personCtx(user), { sessionId });
    const answer = softwarePasskey().register(options.challenge);
    await db.session.deleteMany({ where: { userId: user.id } });
    const added = addPasskey(personCtx(user), { sessionId, sealed, answer, name: "Laptop" });
    await expect(added).rejects.toMatchObject({ status: 404 });
    expect(await names(user)).toEqual([]);
  });

  it("is closed to a mailed link if the person has a second factor", async () => {
    const owner = await makeMember(await makePartner(), "owner");
    await send((await registration(owner)).captured);
    expect((await optionsFor("register", await signedIn(owner))).status).toBe(403);
  });
});
