import { NextRequest } from "next/server";
import { afterEach, describe, expect, it } from "vitest";
import {
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
import { refusalsDuring } from "@/lib/testing/effects";
import { makeUser, personCtx } from "@/lib/testing/factories";
import { firstRun } from "@/lib/testing/run-jobs";
import { softwarePasskey } from "@/lib/testing/software-passkey";
import { GET, POST } from "./api/auth/[...nextauth]/route";
import { sessionCookie } from "./current-actor";

const { baseUrl } = env();
afterEach(async () => {
  await closeRateLimiter();
});

type Action = "register" | "authenticate";
/** What a replay needs: the authenticator's response and its cookies. */
type Captured = { action: Action; data: unknown; cookie: string };

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

function optionsFor(action: Action, cookie: string): Promise<Response> {
  const url = `${baseUrl}/api/auth/webauthn-options/passkey?action=${action}`;
  return GET(new NextRequest(url, { headers: { cookie } }));
}

async function begin(action: Action, cookie = ""): Promise<{ challenge: string; cookie: string }> {
  const answer = await optionsFor(action, cookie);
  const { options } = await answer.json();
  return { challenge: options.challenge, cookie: [cookie, cookiesOf(answer)].filter(Boolean).join("; ") };
}

const send = ({ action, data, cookie }: Captured): Promise<Response> =>
  POST(
    new NextRequest(`${baseUrl}/api/auth/callback/passkey`, {
      method: "POST",
      headers: { origin: baseUrl, cookie, "content-type": "application/json" },
      body: JSON.stringify({ action, data: JSON.stringify(data) }),
    }),
  );

const accepted = (answer: Response): boolean => !answer.headers.get("location")?.includes("error=");
const signsIn = (answer: Response): boolean =>
  answer.headers.getSetCookie().some((cookie) => new RegExp(`^${sessionCookie()}=[^;]`).test(cookie));

async function registration() {
  const user = await makeUser();
  const sessionToken = newId();
  await signInStore({ requestId: newId() }).createSession({ sessionToken, userId: user.id });
  const passkey = softwarePasskey();
  const { challenge, cookie } = await begin("register", `${sessionCookie()}=${sessionToken}`);
  const captured: Captured = { action: "register", data: passkey.register(challenge), cookie };
  return { user, passkey, captured };
}

async function assertion(bytesMost?: number) {
  const { user, passkey, captured } = await registration();
  expect(accepted(await send(captured))).toBe(true);
  await db.session.deleteMany({ where: { userId: user.id } });
  const { challenge, cookie } = await begin("authenticate");
  const sent: Captured = { action: "authenticate", data: passkey.authenticate(challenge, bytesMost), cookie };
  return { user, passkey, captured: sent };
}

const WRONG = "wrong passkey answer";

const sessions = async (user: { id: string }) => (await listSessions(personCtx(user))).length;

describe("a passkey response", () => {
  it("signs in once, however often it is sent with its cookie", async () => {
    const { user, captured } = await assertion();
    expect(signsIn(await send(captured))).toBe(true);
    for (let n = 0; n < 3; n++) expect(signsIn(await send(captured))).toBe(false);
    expect(await sessions(user)).toBe(1);
  });

  it("signs in with a short signature", async () => {
    const { captured } = await assertion(69);
    expect(signsIn(await send(captured))).toBe(true);
  });

  it("signs in once for concurrent requests", async () => {
    const { user, captured } = await assertion();
    const answers = await Promise.all([send(captured), send(captured), send(captured), send(captured)]);
    expect(answers.filter(signsIn)).toHaveLength(1);
    expect(await sessions(user)).toBe(1);
  });

  it("doesn't bring a removed passkey back", async () => {
    const { user, captured } = await registration();
    expect(accepted(await send(captured))).toBe(true);
    const [passkey] = await listPasskeys(personCtx(user));
    await removePasskey(personCtx(user), { credentialId: passkey?.credentialId ?? "" });
    expect(accepted(await send(captured))).toBe(false);
    expect(await listPasskeys(personCtx(user))).toEqual([]);
  });

  it("adds a passkey only shortly after signing in", async () => {
    clock.freeze(new Date());
    const { user, captured } = await registration();
    clock.advance(15 * MINUTE_MS);
    expect((await optionsFor("register", captured.cookie)).status).toBe(400);
    expect(accepted(await send(captured))).toBe(false);
    expect(await listPasskeys(personCtx(user))).toEqual([]);
    clock.advance(-1);
    expect((await optionsFor("register", captured.cookie)).status).toBe(200);
  });

  it("replaces an older session with a fresh one", async () => {
    clock.freeze(new Date());
    const { user, passkey, captured } = await registration();
    expect(accepted(await send(captured))).toBe(true);
    clock.advance(15 * MINUTE_MS);
    const { challenge, cookie } = await begin("authenticate", captured.cookie.split(";")[0]);
    expect(signsIn(await send({ action: "authenticate", data: passkey.authenticate(challenge), cookie }))).toBe(true);
    expect(await listSessions(personCtx(user))).toMatchObject([{ createdAt: clock.now() }]);
  });

  it("is refused if it doesn't verify, and spends no challenge", async () => {
    const { captured, passkey } = await assertion();
    const unknown = { ...captured, data: softwarePasskey().authenticate("another") };
    const forged = { ...captured, data: passkey.authenticate("another") };
    const lines = await refusalsDuring(async () => {
      for (const sent of [unknown, forged, forged]) expect(signsIn(await send(sent))).toBe(false);
    });
    expect(lines.map(({ refused }) => refused)).toEqual(["unknown passkey", WRONG, WRONG]);
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
});
