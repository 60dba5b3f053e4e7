import { globSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { requireSecondFactor } from "@/lib/domain/parties/partners";
import {
  findAnySession,
  findNewApp,
  makeRecoveryCodes,
  proveByCode,
  removeApp,
  removePasskey,
} from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { draw } from "@/lib/testing/draw";
import { makeAccount, makeCustodian, makeMember, makePartner, personCtx, portalCtx } from "@/lib/testing/factories";
import { makeSubmitted } from "@/lib/testing/identity-checks";
import { cookieHeader, visit, whereTo } from "@/lib/testing/next";
import { makeProducer } from "@/lib/testing/productions";
import { codeOf, makeApp, makePasskey } from "@/lib/testing/second-factors";
import { signIn } from "@/lib/testing/signed-in";
import { openPhotosAction } from "./(custodian)/custodian/identities/[checkId]/actions";
import { requireFactorAction } from "./(portal)/portal/team/actions";
import { acceptInvitationAction, endOtherSessionsAction, removePasskeyAction } from "./(site)/account/actions";
import { confirmAppAction, makeRecoveryCodesAction, proveByCodeAction, startAppAction } from "./(site)/sign-in/actions";
import { GET as landing } from "./(site)/sign-in/landing/route";
import SecondStepPage from "./(site)/sign-in/second-step/page";
import NewAppPage from "./(site)/sign-in/set-up/app/page";
import SetUpPage from "./(site)/sign-in/set-up/page";
import { currentActor, sessionCookie } from "./current-actor";
import {
  currentSession,
  requireCreator,
  requireCustodian,
  requireEditor,
  requireMember,
  requireMembership,
  requirePerson,
  requirePortalUser,
  requireProducer,
  requireSession,
  requireSetUp,
} from "./session";

/** Somebody who may open every area. */
async function everybody() {
  const { person } = await makeAccount();
  await db.user.update({ where: { id: person.id }, data: { staffRole: "custodian" } });
  const partner = await makePartner();
  await makeMember(partner, "owner", person);
  await makeProducer([], { user: person });
  return { person, partner };
}

const form = (fields: Record<string, string>) => {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  return made;
};

const here = () => new Request(`${env().baseUrl}/portal`, { headers: { cookie: cookieHeader() } });

/** Each way by which a page, an action or a route finds who acts. */
const DOORS: Record<string, () => Promise<unknown>> = {
  requireSession,
  requirePerson,
  requireMembership,
  requireMember,
  requireEditor,
  "requirePortalUser manage_team": () => requirePortalUser("manage_team"),
  requireProducer,
  requireCustodian,
  requireCreator,
  landing,
  openPhotosAction: () => openPhotosAction("check", {}, form({ purpose: "inspection" })),
  requireFactorAction: () => requireFactorAction("no"),
  acceptInvitationAction: () => acceptInvitationAction("invitation", "/account"),
  removePasskeyAction: () => removePasskeyAction("passkey"),
  endOtherSessionsAction: () => endOtherSessionsAction(),
};

/** What sets a second factor up, which a half session that lacks one may. */
const SETTING_UP: Record<string, () => Promise<unknown>> = {
  requireSetUp,
  startAppAction: () => startAppAction("/portal", {}, form({})),
  confirmAppAction: () => confirmAppAction("/portal", {}, form({ code: "123456" })),
  makeRecoveryCodesAction: () => makeRecoveryCodesAction({}, form({})),
};

beforeEach(() => {
  clock.freeze(new Date());
  visit("/portal/keys");
});

describe("a half session", () => {
  it("opens nothing but the page that asks for the factor, until it is proven", async () => {
    const { person } = await everybody();
    const secret = await makeApp(person);
    await signIn(person);
    const step = "/sign-in/second-step?to=%2Fportal%2Fkeys";
    for (const [name, door] of Object.entries({ ...DOORS, ...SETTING_UP })) {
      expect(await whereTo(door()), name).toBe(step);
    }
    expect([await currentSession(), await currentActor(here())]).toEqual([null, null]);
    const prove = (code: string) => whereTo(proveByCodeAction("/portal/keys", {}, form({ code })));
    expect(await prove("")).toMatchObject({ errors: { code: expect.any(String) } });
    expect(await prove(codeOf(secret, 9))).toMatchObject({ errors: { code: expect.any(String) } });
    expect(await prove(codeOf(secret))).toBe("/portal/keys");
    expect(await currentActor(here())).toMatchObject({ userId: person.id });
    for (const name of ["requireSession", "requireCustodian", "requireProducer", "requireCreator", "requireEditor"]) {
      await expect(DOORS[name]?.(), name).resolves.toBeTruthy();
    }
  });

  it("of a member whose partner requires a factor opens nothing but its setup", async () => {
    const { person, partner } = await everybody();
    await requireSecondFactor(portalCtx(partner), { required: true });
    await signIn(person);
    for (const [name, door] of Object.entries(DOORS)) {
      expect(await whereTo(door()), name).toBe("/sign-in/set-up?to=%2Fportal%2Fkeys");
    }
    expect([await currentSession(), await currentActor(here())]).toEqual([null, null]);
    await expect(requireSetUp()).resolves.toMatchObject({ session: { asks: "setup" } });
    clock.advance(15 * MINUTE_MS);
    expect(await whereTo(requireSetUp())).toBe("/sign-in/second-step?to=%2Fportal%2Fkeys");
  });

  it("is used by the pages of the second step alone", () => {
    const users = globSync("{app,lib,components,pages,scripts,peers}/**/*.{ts,tsx}").filter(
      (file) =>
        !file.includes(".test.") &&
        /\b(findAnySession|requireAnySession|requireSetUp)\b/.test(readFileSync(file, "utf8")),
    );
    expect(users.sort()).toEqual([
      "app/(site)/sign-in/actions.ts",
      "app/(site)/sign-in/second-step/page.tsx",
      "app/(site)/sign-in/set-up/app/page.tsx",
      "app/(site)/sign-in/set-up/page.tsx",
      "app/api/auth/[...nextauth]/route.ts",
      "app/api/auth/passkey/ceremony.ts",
      "app/session.ts",
      "lib/domain/parties/people/index.ts",
      "lib/domain/parties/people/sessions.ts",
    ]);
  });
});

describe("the page of the second step", () => {
  const shown = async (to = "/portal/keys") => draw(await SecondStepPage({ searchParams: Promise.resolve({ to }) }));
  const WAYS = { app: "authenticator app, or", recovery: "Recovery code<", mail: "Email me a sign-in link" };
  const waysOf = (html: string) =>
    Object.entries(WAYS).flatMap(([name, words]) => (html.includes(words) ? [name] : []));

  it("offers what the person has", async () => {
    const custodian = await makeCustodian();
    const credentialId = await makePasskey(custodian);
    await signIn(custodian);
    expect(waysOf(await shown())).toEqual([]);
    expect(await shown()).toContain('href="mailto:support@localhost"');
    await makeRecoveryCodes(personCtx(custodian));
    expect(waysOf(await shown())).toEqual(["recovery"]);
    await makeApp(custodian);
    expect(waysOf(await shown())).toEqual(["app"]);
    const { id: sessionId } = await db.session.findFirstOrThrow({ where: { userId: custodian.id } });
    await removeApp(personCtx(custodian), { sessionId });
    await removePasskey(personCtx(custodian), { credentialId, sessionId });
    expect(await whereTo(shown())).toBe("/portal/keys");
    expect(await whereTo(shown("https://evil.example"))).toBe("/sign-in/landing");
    clock.advance(15 * MINUTE_MS);
    expect(waysOf(await shown())).toEqual(["mail"]);
  });

  it("shows the key of a new app to the person alone, and never again", async () => {
    const user = await makeMember(await makePartner(), "owner");
    await signIn(user);
    const page = async () => draw(await NewAppPage({ searchParams: Promise.resolve({ to: "/portal" }) }));
    expect(await whereTo(page())).toBe("/sign-in/set-up?to=%2Fportal");
    expect(await whereTo(startAppAction("/portal", {}, form({})))).toBe("/sign-in/set-up/app?to=%2Fportal");
    const { id: sessionId } = await db.session.findFirstOrThrow({ where: { userId: user.id } });
    const { secret } = (await findNewApp(personCtx(user), { sessionId })) ?? { secret: "?" };
    expect((await page()).replaceAll(" ", "")).toContain(secret);
    expect(await whereTo(confirmAppAction("/portal", {}, form({ code: codeOf(secret) })))).toBe(
      "/sign-in/set-up?to=%2Fportal",
    );
    expect(await whereTo(page())).toBe("/sign-in/set-up?to=%2Fportal");
    const done = draw(await SetUpPage({ searchParams: Promise.resolve({ to: "/portal" }) }));
    expect(done).toContain("Make recovery codes");
    expect((await makeRecoveryCodesAction({}, form({}))).values?.codes?.split("\n")).toHaveLength(10);
  });
});

describe("a session that was proven a while ago", () => {
  it("opens ID material only after another proof, and removes no factor", async () => {
    const { person } = await everybody();
    const secret = await makeApp(person);
    const { checkId } = await makeSubmitted();
    await signIn(person);
    const token = cookieHeader().split(`${sessionCookie()}=`)[1]?.split(";")[0] ?? "";
    const { sessionId } = (await findAnySession(token)) ?? { sessionId: "" };
    const prove = () => proveByCode(personCtx(person), { sessionId, code: codeOf(secret) });
    const open = () => whereTo(openPhotosAction(checkId, {}, form({ purpose: "identity_review" })));
    expect(await prove()).toBe("proven");
    expect(await open()).toBe(`/custodian/identities/${checkId}`);
    clock.advance(15 * MINUTE_MS);
    expect(await open()).toBe(`/sign-in/second-step?to=%2Fcustodian%2Fidentities%2F${checkId}`);
    expect(await removePasskeyAction("passkey")).toMatchObject({ error: expect.stringContaining("confirm") });
    for (const required of ["yes", "no"]) {
      expect(await requireFactorAction(required)).toMatchObject({ error: expect.stringContaining("confirm") });
    }
    expect(await whereTo(startAppAction("/account", {}, form({})))).toContain("/sign-in/second-step");
    expect(await prove()).toBe("proven");
    expect(await open()).toBe(`/custodian/identities/${checkId}`);
  });
});
