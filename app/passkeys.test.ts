import { NextRequest } from "next/server";
import { afterEach, describe, expect, it } from "vitest";
import { forgetExpiredSignInsTask, listPasskeys, listSessions, removePasskey, signInStore } from "@/lib/domain/people";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { closeRateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { makeUser, personCtx } from "@/lib/testing/factories";
import { firstRun } from "@/lib/testing/run-jobs";
import { softwarePasskey } from "@/lib/testing/software-passkey";
import { GET, POST } from "./api/auth/[...nextauth]/route";
import { sessionCookie } from "./current-actor";

const { baseUrl } = env();
afterEach(async () => {
  clock.reset();
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

async function begin(action: Action, cookie = ""): Promise<{ challenge: string; cookie: string }> {
  const url = `${baseUrl}/api/auth/webauthn-options/passkey?action=${action}`;
  const answer = await GET(new NextRequest(url, { headers: { cookie } }));
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
  return { user, captured: sent };
}

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

  it("is refused if it doesn't verify, and spends no challenge", async () => {
    const { captured } = await assertion();
    const forged = { ...captured, data: softwarePasskey().authenticate("another") };
    expect(signsIn(await send(forged))).toBe(false);
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
