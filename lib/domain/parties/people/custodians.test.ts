import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { mailsTo } from "@/lib/testing/effects";
import {
  freshEmail,
  makeCustodian,
  makeMember,
  makePartner,
  makeUser,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { atOnce } from "@/lib/testing/sql";
import {
  appointCustodian,
  createSigninLink,
  dismissCustodian,
  findSession,
  findSignInToken,
  requestSignInLink,
  setBlursPictures,
  signInStore,
} from ".";

const tokenOf = (url: string) => new URL(url).searchParams.get("token") ?? "";
const roleOf = async ({ id }: { id: string }) => (await db.user.findUniqueOrThrow({ where: { id } })).staffRole;
const linesAbout = ({ id }: { id: string }) =>
  db.ledgerEntry.findMany({ where: { subjectId: id, action: { startsWith: "custodian." } }, orderBy: { seq: "asc" } });

async function signIn(user: { id: string }) {
  const token = `${user.id} ${newId()}`;
  await signInStore({ requestId: "request" }).createSession({ sessionToken: token, userId: user.id });
  return token;
}

describe("appointing a custodian", () => {
  it("shortens existing sessions to a custodian's", async () => {
    clock.freeze("2026-11-21T10:00:00.000Z");
    const [appointed, other] = [await makeUser(), await makeUser()];
    const [session, theirs] = [await signIn(appointed), await signIn(other)];
    clock.advance(60_000);
    await appointCustodian(systemCtx(), appointed);
    clock.advance(1_800_000 - 60_001);
    expect((await findSession(session))?.user.isCustodian).toBe(true);
    await appointCustodian(systemCtx(), appointed);
    clock.advance(1_800_000);
    expect(await findSession(session)).toBeNull();
    expect(await findSession(theirs)).not.toBeNull();
  });
});

describe("signing in during", () => {
  const lifeOf = async (user: { id: string }) => {
    const { expires, createdAt } = await db.session.findFirstOrThrow({ where: { userId: user.id } });
    return expires.getTime() - createdAt.getTime();
  };

  it("an appointment starts no session longer than a custodian's", async () => {
    clock.freeze("2026-11-21T10:00:00.000Z");
    const [before, after] = [await makeUser(), await makeUser()];
    const appoint = (user: { email: string }) => appointCustodian(systemCtx(), user);
    await atOnce(
      () => signIn(before),
      () => appoint(before),
    );
    await atOnce(
      () => appoint(after),
      () => signIn(after),
    );
    expect([await lifeOf(before), await lifeOf(after)]).toEqual([30 * MINUTE_MS, 30 * MINUTE_MS]);
  });

  it("a dismissal starts no session that survives it", async () => {
    const custodian = await makeCustodian();
    await atOnce(
      () => signIn(custodian),
      () => dismissCustodian(systemCtx(), custodian),
    );
    expect(await db.session.count({ where: { userId: custodian.id } })).toBe(0);
  });
});

describe("dismissing a custodian", () => {
  it("removes the role, every session and every unused link, and records it", async () => {
    const [custodian, colleague] = [await makeCustodian(), await makeCustodian()];
    const sessions = [await signIn(custodian), await signIn(custodian)];
    const [theirs, theirLink] = [await signIn(colleague), await createSigninLink(systemCtx(), colleague)];
    const { url } = await createSigninLink(systemCtx(), custodian);
    await requestSignInLink(systemCtx(), { email: custodian.email, network: "home" });
    const mailed = (await mailsTo(custodian.email))[0]?.url ?? "";
    const ctx = systemCtx("ops:ada");

    const dismissed = await dismissCustodian(ctx, { email: ` ${custodian.email.toUpperCase()} ` });
    expect(dismissed).toMatchObject({ userId: custodian.id, dismissed: true });
    expect(dismissed.custodiansLeft).toBe(await db.user.count({ where: { staffRole: "custodian" } }));
    expect(await roleOf(custodian)).toBeNull();
    for (const token of sessions) expect(await findSession(token)).toBeNull();
    for (const link of [url, mailed]) expect(await findSignInToken(tokenOf(link))).toBeNull();
    expect(await linesAbout(custodian)).toMatchObject([
      { action: "custodian.dismissed", actorId: "ops:ada", requestId: ctx.requestId },
    ]);
    expect(JSON.parse((await linesAbout(custodian))[0]?.detail ?? "")).toEqual({ sessionsEnded: 2, linksVoided: 2 });

    expect((await findSession(theirs))?.user.isCustodian, "a colleague stays").toBe(true);
    expect(await findSignInToken(tokenOf(theirLink.url))).toEqual({ email: colleague.email });
  });

  it("does nothing for a former custodian or anyone else", async () => {
    const { users } = await makePartner();
    const custodian = await makeCustodian();
    await dismissCustodian(systemCtx(), custodian);
    for (const user of [custodian, users.owner]) {
      const [session, link] = [await signIn(user), await createSigninLink(systemCtx(), user)];
      const lines = await linesAbout(user);
      expect(await dismissCustodian(systemCtx(), user)).toMatchObject({ userId: user.id, dismissed: false });
      expect(await findSession(session)).not.toBeNull();
      expect(await findSignInToken(tokenOf(link.url))).not.toBeNull();
      expect(await linesAbout(user)).toEqual(lines);
    }
    await expect(dismissCustodian(systemCtx(), { email: freshEmail() })).rejects.toMatchObject({ status: 404 });
    await expect(dismissCustodian(systemCtx(), { email: "nobody" })).rejects.toThrow("email");
  });

  it("happens once for concurrent calls", async () => {
    const custodian = await makeCustodian();
    await signIn(custodian);
    const all = await Promise.all(Array.from({ length: 5 }, () => dismissCustodian(systemCtx(), custodian)));
    expect(all.filter(({ dismissed }) => dismissed)).toHaveLength(1);
    expect(await linesAbout(custodian)).toHaveLength(1);
  });

  it("changes nothing if any part of it fails", async () => {
    const custodian = await makeCustodian();
    const [session, link] = [await signIn(custodian), await createSigninLink(systemCtx(), custodian)];
    // The ledger rejects this request id, and is written last.
    const ctx = { ...systemCtx(), requestId: "\u0000" };
    await expect(dismissCustodian(ctx, custodian)).rejects.toThrow();
    expect(await roleOf(custodian)).toBe("custodian");
    expect((await findSession(session))?.user.isCustodian).toBe(true);
    expect(await findSignInToken(tokenOf(link.url))).not.toBeNull();
  });

  it("keeps the person's role in a partner's team, and can be undone", async () => {
    const [partner, custodian] = [await makePartner(), await makeCustodian()];
    await makeMember(partner, "viewer", custodian);
    await dismissCustodian(systemCtx(), custodian);
    const signedIn = await findSession(await signIn(custodian));
    expect(signedIn).toMatchObject({ user: { isCustodian: false }, memberships: [{ role: "viewer" }] });
    expect(await appointCustodian(systemCtx(), custodian)).toEqual({ userId: custodian.id, appointed: true });
    expect(await roleOf(custodian)).toBe("custodian");
  });
});

describe("a custodian's pictures", () => {
  it("open blurred until they turn it off, which the ledger says once", async () => {
    const ctx = staffCtx(await makeCustodian());
    const { userId: id } = ctx.actor;
    const blurs = async () => (await db.user.findUniqueOrThrow({ where: { id } })).blursPictures;
    expect(await blurs()).toBe(true);
    await setBlursPictures(ctx, { blursPictures: false });
    await setBlursPictures(ctx, { blursPictures: false });
    expect(await blurs()).toBe(false);
    expect(await db.ledgerEntry.count({ where: { subjectId: id, action: "custodian.pictures_set" } })).toBe(1);
    const stranger = setBlursPictures(staffCtx(await makeUser()), { blursPictures: false });
    await expect(stranger).rejects.toMatchObject({ status: 403 });
  });
});
