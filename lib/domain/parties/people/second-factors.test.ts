import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "@/lib/domain/core/context";
import { requireSecondFactor } from "@/lib/domain/parties/partners";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { mailsTo } from "@/lib/testing/effects";
import { setVariables } from "@/lib/testing/env";
import {
  makeCustodian,
  makeMember,
  makePartner,
  makeUser,
  personCtx,
  portalCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { makeProducer } from "@/lib/testing/productions";
import { firstRun } from "@/lib/testing/run-jobs";
import { codeOf, makeApp, makePasskey } from "@/lib/testing/second-factors";
import {
  confirmApp,
  findAnySession,
  findNewApp,
  findSecondFactors,
  findSession,
  forgetExpiredSignInsTask,
  makeRecoveryCodes,
  proveByCode,
  removeApp,
  removePasskey,
  removeSecondFactors,
  securityNoticeMail,
  signInStore,
  startApp,
} from ".";

type Person = { id: string; email: string };

async function signIn(user: { id: string }) {
  const token = newId();
  await signInStore({ requestId: newId() }).createSession({ sessionToken: token, userId: user.id });
  const sessionId = (await findAnySession(token))?.sessionId ?? "";
  return { token, sessionId };
}

const member = async (role: Role) => makeMember(await makePartner(), role);
const asked = async (user: { id: string }) => (await findAnySession((await signIn(user)).token))?.asks;
const changes = async (user: Person) => (await mailsTo(user.email)).map(({ props }) => props.change);

beforeEach(() => clock.freeze(new Date()));

describe("a session that a mailed link started", () => {
  it.each<[string, () => Promise<Person>, "factor" | null]>([
    ["custodian", makeCustodian, "factor"],
    ["owner", () => member("owner"), "factor"],
    ["admin", () => member("admin"), "factor"],
    ["developer", () => member("developer"), null],
    ["viewer", () => member("viewer"), null],
    ["producer", async () => (await makeProducer()).user, null],
    ["person", makeUser, null],
  ])("of a %s with a passkey is half or not", async (_, make, asks) => {
    const user = await make();
    expect(await asked(user)).toBeNull();
    const credentialId = await makePasskey(user);
    const { token, sessionId } = await signIn(user);
    expect(await findAnySession(token)).toMatchObject({ asks, byMail: asks === null });
    expect(await findSession(token)).toEqual(asks ? null : expect.objectContaining({ user: expect.anything() }));
    await removePasskey(personCtx(user), { credentialId, sessionId });
    expect(await findSession(token)).not.toBeNull();
  });

  it("is half for anyone who set up an app", async () => {
    for (const user of [await makeUser(), await member("viewer"), await makeCustodian()]) {
      const secret = await makeApp(user);
      const { token, sessionId } = await signIn(user);
      expect(await findSession(token)).toBeNull();
      expect(await proveByCode(personCtx(user), { sessionId, code: codeOf(secret) })).toBe("proven");
      expect(await findSession(token)).toMatchObject({ provenAt: clock.now() });
    }
  });

  it("isn't whole once the app is gone whose code it waits for, but ends", async () => {
    const user = await member("owner");
    const secret = await makeApp(user);
    const [own, waiting] = [await signIn(user), await signIn(user)];
    expect(await proveByCode(personCtx(user), { ...own, code: codeOf(secret) })).toBe("proven");
    await removeApp(personCtx(user), own);
    expect([await findAnySession(waiting.token), await findSession(own.token)]).toEqual([null, expect.anything()]);
  });

  it("isn't half for an app that was never confirmed, which goes after a day", async () => {
    const user = await makeCustodian();
    const here = await signIn(user);
    await startApp(personCtx(user), here);
    expect(await findNewApp(personCtx(user), here)).not.toBeNull();
    expect(await asked(user)).toBeNull();
    clock.advance(DAY_MS + 1);
    await forgetExpiredSignInsTask.run({}, firstRun);
    expect(await findNewApp(personCtx(user), here)).toBeNull();
  });

  it("asks members to set up what their partner requires, and no longer once it doesn't", async () => {
    const partner = await makePartner();
    const { viewer, owner } = partner.users;
    const { token } = await signIn(viewer);
    const require = (required: boolean, role: Role = "owner") =>
      requireSecondFactor(portalCtx(partner, role), { required });
    for (const role of ["admin", "developer", "viewer"] as const) {
      await expect(require(true, role)).rejects.toMatchObject({ status: 403 });
    }
    expect(await findSession(token)).not.toBeNull();
    expect(await Promise.all([require(true), require(true)])).toContainEqual({ changed: false });
    expect(await findAnySession(token)).toMatchObject({ asks: "setup", byMail: true });
    expect(await findSession(token)).toBeNull();
    expect(await asked(owner)).toBe("setup");
    expect(await asked(await member("viewer"))).toBeNull();
    await makePasskey(viewer);
    expect(await findAnySession(token)).toMatchObject({ asks: "factor" });
    expect(await require(false)).toEqual({ changed: true });
    expect(await findSession(token)).not.toBeNull();
    const actions = await db.ledgerEntry.findMany({ where: { subjectId: partner.id, actorId: owner.id } });
    expect(actions.map(({ action }) => action)).toEqual([
      "partner.second_factor_required",
      "partner.second_factor_optional",
    ]);
  });

  it("asks custodians to set one up where the service is public, or as configured", async () => {
    const { token } = await signIn(await makeCustodian());
    const person = await signIn(await makeUser());
    const asks = async () => (await findAnySession(token))?.asks;
    expect(await asks()).toBeNull();
    setVariables({ REQUIRE_STAFF_FACTOR: "1" });
    expect(await asks()).toBe("setup");
    expect(await findSession(person.token)).not.toBeNull();
    setVariables({ BASE_URL: "https://records.example.com", REQUIRE_STAFF_FACTOR: undefined });
    expect(await asks()).toBe("setup");
    setVariables({ BASE_URL: "https://records.example.com", REQUIRE_STAFF_FACTOR: "0" });
    expect(await asks()).toBeNull();
  });
});

describe("an authenticator app", () => {
  it("counts once its first code is entered, and is told by mail", async () => {
    const user = await makeUser();
    const ctx = personCtx(user);
    const { token, sessionId } = await signIn(user);
    await expect(confirmApp(ctx, { sessionId, code: "000000" })).rejects.toMatchObject({ status: 404 });
    await startApp(ctx, { sessionId });
    const first = await findNewApp(ctx, { sessionId });
    await startApp(ctx, { sessionId });
    const app = await findNewApp(ctx, { sessionId });
    expect(app?.secret).not.toBe(first?.secret);
    expect(app?.qr).toContain("<svg");
    const stored = await db.totpSecret.findUniqueOrThrow({ where: { userId: user.id } });
    expect(Buffer.from(stored.sealed).toString("latin1")).not.toContain(app?.secret);
    for (const code of [codeOf(first?.secret ?? ""), "000", ""]) {
      expect(await confirmApp(ctx, { sessionId, code })).toBe("wrong");
    }
    const code = codeOf(app?.secret ?? "");
    expect(await confirmApp(ctx, { sessionId, code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).toBe("proven");
    expect(await findNewApp(ctx, { sessionId })).toBeNull();
    expect(await findSession(token)).not.toBeNull();
    await expect(startApp(ctx, { sessionId })).rejects.toMatchObject({ status: 409 });
    expect(await changes(user)).toEqual(["app_added"]);
  });

  it("is shown and confirmed only in the session that sets it up", async () => {
    const user = await makeUser();
    const ctx = personCtx(user);
    const [own, other] = [await signIn(user), await signIn(user)];
    await startApp(ctx, own);
    const { secret } = (await findNewApp(ctx, own)) ?? { secret: "" };
    expect(await findNewApp(ctx, other)).toBeNull();
    await expect(confirmApp(ctx, { ...other, code: codeOf(secret) })).rejects.toMatchObject({ status: 404 });
    expect(await confirmApp(ctx, { ...own, code: codeOf(secret) })).toBe("proven");
    expect(await findSession(other.token)).toBeNull();
  });

  it("takes each code once, also in concurrent requests, and none before the last", async () => {
    const user = await makeCustodian();
    const secret = await makeApp(user);
    const { sessionId } = await signIn(user);
    const prove = (code: string) => proveByCode(personCtx(user), { sessionId, code });
    const both = await Promise.all([prove(codeOf(secret)), prove(codeOf(secret))]);
    expect(both.sort()).toEqual(["proven", "wrong"]);
    expect([await prove(codeOf(secret)), await prove(codeOf(secret, -1))]).toEqual(["wrong", "wrong"]);
    clock.advance(30_000);
    expect(await prove(codeOf(secret))).toBe("proven");
  });

  it("takes the code of a clock that is a step off, not two", async () => {
    for (const [steps, outcome] of [
      [-2, "wrong"],
      [2, "wrong"],
      [1, "proven"],
    ] as const) {
      const user = await makeUser();
      const secret = await makeApp(user);
      const { sessionId } = await signIn(user);
      expect(await proveByCode(personCtx(user), { sessionId, code: codeOf(secret, steps) }), `${steps}`).toBe(outcome);
    }
  });

  it("takes no code of another person, and proves no session of theirs", async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    const [mine, theirs] = [await makeApp(user), await makeApp(other)];
    const { token, sessionId } = await signIn(user);
    expect(await proveByCode(personCtx(user), { sessionId, code: codeOf(theirs) })).toBe("wrong");
    const ofOther = proveByCode(personCtx(other), { sessionId, code: codeOf(theirs) });
    await expect(ofOther).rejects.toMatchObject({ status: 404 });
    expect(await findSession(token)).toBeNull();
    expect(await proveByCode(personCtx(user), { sessionId, code: codeOf(mine) })).toBe("proven");
  });

  it("stops after five wrong codes in 15 minutes, and twenty a day, however many at once", async () => {
    const user = await makeUser();
    const secret = await makeApp(user);
    const { sessionId } = await signIn(user);
    await db.session.updateMany({
      where: { id: sessionId },
      data: { expires: new Date(clock.now().getTime() + 10 * DAY_MS) },
    });
    const prove = (code: string) => proveByCode(personCtx(user), { sessionId, code });
    const wrong = () => prove(codeOf(secret, 50));
    const outcomes = await Promise.all(Array.from({ length: 8 }, wrong));
    expect(outcomes.filter((outcome) => outcome === "wrong")).toHaveLength(5);
    expect(await prove(codeOf(secret)), "the right code too").toBe("too_many");
    clock.advance(15 * MINUTE_MS);
    expect(await prove(codeOf(secret))).toBe("proven");
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 5; n++) expect(await wrong()).toBe("wrong");
      clock.advance(15 * MINUTE_MS);
    }
    expect(await prove(codeOf(secret))).toBe("too_many");
    clock.advance(DAY_MS);
    expect(await prove(codeOf(secret))).toBe("proven");
    await forgetExpiredSignInsTask.run({}, firstRun);
    expect(await db.factorTry.count({ where: { userId: user.id } })).toBe(0);
  });

  it("is removed with the recovery codes that have nothing left to replace", async () => {
    const user = await makeUser();
    const ctx = personCtx(user);
    await expect(removeApp(ctx, { sessionId: "none" })).rejects.toMatchObject({ status: 404 });
    await makeApp(user);
    const credentialId = await makePasskey(user);
    await makeRecoveryCodes(ctx);
    await removeApp(ctx, { sessionId: "none" });
    expect(await findSecondFactors(ctx)).toEqual({ appSince: null, recoveryCodesLeft: 10 });
    await removePasskey(ctx, { credentialId, sessionId: "none" });
    expect(await findSecondFactors(ctx)).toEqual({ appSince: null, recoveryCodesLeft: 0 });
    expect(await changes(user)).toEqual(["app_added", "recovery_codes_made", "app_removed", "passkey_removed"]);
  });
});

describe("recovery codes", () => {
  it("are ten, replace a factor once each, and are stored as hashes", async () => {
    const user = await makeCustodian();
    const ctx = personCtx(user);
    await expect(makeRecoveryCodes(ctx)).rejects.toMatchObject({ status: 409 });
    await makePasskey(user);
    const codes = await makeRecoveryCodes(ctx);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    const { token, sessionId } = await signIn(user);
    const [first = "", second = ""] = codes;
    const prove = (code: string) => proveByCode(ctx, { sessionId, code });
    expect(await prove("aaaa-aaaa-aaaa-aaaa")).toBe("wrong");
    const both = await Promise.all([prove(first), prove(first)]);
    expect(both.sort()).toEqual(["proven", "wrong"]);
    expect(await findSession(token)).not.toBeNull();
    expect(await prove(second.replaceAll("-", " ").toUpperCase())).toBe("proven");
    expect(await findSecondFactors(ctx)).toMatchObject({ recoveryCodesLeft: 8 });
    expect((await mailsTo(user.email)).at(-1)).toMatchObject({ props: { change: "recovery_code_used", left: 8 } });
    expect(await db.ledgerEntry.count({ where: { subjectId: user.id, action: "recovery_code.used" } })).toBe(2);
  });

  it("let their owner in while somebody else's wrong codes stop the app", async () => {
    const user = await makeUser();
    const secret = await makeApp(user);
    const [code = ""] = await makeRecoveryCodes(personCtx(user));
    const [other, own] = [await signIn(user), await signIn(user)];
    const prove = ({ sessionId }: { sessionId: string }, typed: string) =>
      proveByCode(personCtx(user), { sessionId, code: typed });
    for (let n = 0; n < 5; n++) expect(await prove(other, codeOf(secret, 50))).toBe("wrong");
    expect(await prove(own, codeOf(secret))).toBe("too_many");
    for (let n = 0; n < 6; n++) expect(await prove(other, "aaaa-aaaa-aaaa-aaaa")).toBe("wrong");
    expect(await prove(own, code)).toBe("proven");
    expect(await findSession(own.token)).not.toBeNull();
    expect(await findSession(other.token)).toBeNull();
  });

  it("are nobody else's, and new ones replace them", async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    for (const one of [user, other]) await makeApp(one);
    const [code = ""] = await makeRecoveryCodes(personCtx(user));
    await makeRecoveryCodes(personCtx(other));
    const theirs = await signIn(other);
    expect(await proveByCode(personCtx(other), { sessionId: theirs.sessionId, code })).toBe("wrong");
    const [fresh = ""] = await makeRecoveryCodes(personCtx(user));
    const { sessionId } = await signIn(user);
    expect(await proveByCode(personCtx(user), { sessionId, code })).toBe("wrong");
    expect(await proveByCode(personCtx(user), { sessionId, code: fresh })).toBe("proven");
  });
});

describe("an operator who removes lost factors", () => {
  it("ends the person's sessions, says why in the ledger, and tells them", async () => {
    const user = await makeCustodian();
    await makeApp(user);
    await makePasskey(user);
    await makeRecoveryCodes(personCtx(user));
    const { token } = await signIn(user);
    const input = { email: user.email, reason: "Lost phone,\nknown by voice" };
    expect(await removeSecondFactors(systemCtx("ops:ada"), input)).toEqual({
      userId: user.id,
      passkeys: 1,
      app: true,
      sessionsEnded: 1,
    });
    expect(await findAnySession(token)).toBeNull();
    expect(await asked(user)).toBeNull();
    const where = { subjectId: user.id, action: "second_factors.removed" };
    expect(await db.ledgerEntry.findFirstOrThrow({ where })).toMatchObject({
      actorId: "ops:ada",
      reason: "Lost phone, known by voice",
    });
    expect((await changes(user)).at(-1)).toBe("all_removed");
    await expect(removeSecondFactors(systemCtx(), input)).rejects.toMatchObject({ status: 409 });
    const unknown = { email: "nobody@example.com", reason: "Lost" };
    await expect(removeSecondFactors(systemCtx(), unknown)).rejects.toMatchObject({ status: 404 });
  });
});

it("tells each change in a mail of its own", () => {
  const where = { at: clock.now().toISOString(), ip: "203.0.113.7", securityUrl: "https://records.example/account" };
  const changes = [
    { change: "passkey_removed", name: "Laptop" },
    { change: "app_added" },
    { change: "app_removed" },
    { change: "recovery_codes_made" },
    { change: "recovery_code_used", left: 3 },
    { change: "all_removed" },
  ];
  const mails = changes.map((change) => securityNoticeMail.compose({ ...where, ...change }));
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(changes.length);
  expect(mails[0]?.preview).toContain("“Laptop”");
  expect(mails[4]?.preview).toContain("3 left");
  expect(() => securityNoticeMail.compose({ ...where, change: "other" })).toThrow();
});
