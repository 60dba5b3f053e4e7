import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { claimSocket } from "@/lib/api/client-address";
import { suspendAccount } from "@/lib/domain/accounts";
import { completeSolo, findSessionByToken, openOwnSession, statementOf } from "@/lib/domain/scenes/upload-sessions";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { formOf, openSession } from "@/lib/testing/attesting";
import { eventsOf } from "@/lib/testing/effects";
import { freshEmail, makeUser, personCtx, systemCtx } from "@/lib/testing/factories";
import { whereTo } from "@/lib/testing/next";
import { signIn } from "@/lib/testing/signed-in";
import { attestAction, nameAction } from "./actions";
import { findDraft } from "./draft";
import AttestPage from "./page";

const DAY = "2026-09-05";

/** The hash of the statement that the page shows now. */
async function shownAt(token: string): Promise<string> {
  const session = await findSessionByToken(token);
  if (!session) throw new Error("the link leads nowhere");
  return statementOf(session).shown;
}

/** Presses the button of the page that the link shows now. */
const attest = async (token: string, fields: Record<string, string> = {}) =>
  whereTo(attestAction(token, {}, formOf({ shootDate: DAY, shown: await shownAt(token), ...fields })));

const name = (token: string, fields: Record<string, string>) => whereTo(nameAction(token, {}, formOf(fields)));

const named = (...emails: string[]) =>
  Object.fromEntries(emails.map((email, n) => [`performers.${n}.email`, email] as const));

describe("a creator alone", () => {
  it("attests with one click, however often they press", async () => {
    claimSocket();
    const { partner, token, start, session } = await openSession();
    const pressed = await Promise.all(Array.from({ length: 5 }, () => attest(token)));
    expect(new Set([...pressed, await attest(token)])).toEqual(new Set([start]));
    const { attestation, shootDate } = await session();
    expect(attestation).toMatchObject({ proof: "hosted_link", ip: "203.0.113.7", userAgent: "Firefox" });
    expect(shootDate?.toISOString()).toBe(`${DAY}T00:00:00.000Z`);
    const solo = (await eventsOf(partner)).filter(({ type }) => type === "upload_session.solo_completed");
    expect(solo).toMatchObject([
      { data: { attestation: { ip: "203.0.113.7", ua: "Firefox", text: attestation?.text } } },
    ]);
  });

  it("attests as themselves where they are signed in, and nobody else does", async () => {
    const proofOf = async (signedIn: (userId: string) => Promise<{ id: string }>) => {
      const { account, token, session } = await openSession();
      await signIn(await signedIn(account.userId ?? ""));
      await attest(token);
      return (await session()).attestation?.proof;
    };
    expect(await proofOf(async (id) => ({ id }))).toBe("session");
    expect(await proofOf(() => makeUser())).toBe("hosted_link");
  });

  it("opens their own uploads from their account, and no other", async () => {
    const { account, token, session } = await openSession();
    const [own, other] = [personCtx({ id: account.userId ?? "" }), personCtx(await makeUser())];
    const { id: sessionId } = await session();
    expect(await openOwnSession(own, { sessionId })).toBe(`/attest/${token}`);
    await expect(openOwnSession(other, { sessionId })).rejects.toThrow(NotFound);
    const click = { sessionId, shootDate: DAY, shown: await shownAt(token) };
    await expect(completeSolo(other, click)).rejects.toThrow(NotFound);
    expect((await session()).attestation).toBeNull();
  });

  it("names the day of production, which can't be in the future", async () => {
    const { token, events } = await openSession();
    for (const shootDate of ["", "2026-02-30", "1899-12-31", "05.09.2026", "2999-01-01"]) {
      const errors = { shootDate: expect.stringMatching(/^Enter /) };
      expect(await attest(token, { shootDate })).toEqual({ errors, values: { shootDate } });
    }
    expect(await events()).toEqual([]);
  });

  it("can't change the day that the platform named", async () => {
    const { token, start, session } = await openSession({ shootDate: new Date("2026-01-02T03:04:05.000Z") });
    expect(await attest(token, { shootDate: DAY })).toBe(start);
    expect((await session()).shootDate?.toISOString()).toBe("2026-01-02T03:04:05.000Z");
  });

  it("reads a statement again that has changed", async () => {
    const { partner, token, start, events } = await openSession();
    const shown = await shownAt(token);
    await db.partner.update({ where: { id: partner.id }, data: { name: "Renamed" } });
    expect(await attest(token, { shown })).toBe(`${start}?changed&day=${DAY}`);
    const searchParams = Promise.resolve({ changed: "", day: DAY });
    const page = await AttestPage({ params: Promise.resolve({ token }), searchParams });
    expect(renderToStaticMarkup(page)).toContain(`value="${DAY}"`);
    expect(await events()).toEqual([]);
  });
});

describe("between opening the page and the click", () => {
  it.each(["suspended", "inactive", "withdrawn", "expired"] as const)("%s changes nothing", async (obstacle) => {
    const email = freshEmail("performer");
    const { partner, account, token, start, events, scenes } = await openSession({ detectedFaceCount: 2 });
    const fields = { ...named(email), shown: await shownAt(token), shootDate: DAY };
    const before = {
      suspended: () => suspendAccount(systemCtx(), { accountId: account.id, reason: "manual_suspension" }),
      inactive: () => db.partner.update({ where: { id: partner.id }, data: { status: "inactive" } }),
      withdrawn: () => db.partner.update({ where: { id: partner.id }, data: { collabScenes: false } }),
      expired: async () => clock.advance(8 * DAY_MS),
    };
    await before[obstacle]();
    const sent = await events();
    expect(await whereTo(nameAction(token, {}, formOf(fields)))).toBe(start);
    expect(await whereTo(attestAction(token, {}, formOf(fields)))).toBe(start);
    expect([await events(), await scenes()]).toEqual([sent, []]);
  });
});

describe("a creator with others", () => {
  const WRONG = "Enter an email address, such as ada@example.com.";

  it("names them, reads, attests, and asks each once", async () => {
    const { partner, token, start, scenes, session, sessionId } = await openSession({ detectedFaceCount: 3 });
    const [first, second] = [freshEmail("first"), freshEmail("second")];
    expect(await name(token, named(first, "", ` ${second.toUpperCase()}`))).toBe(`${start}/statement`);
    expect(await findDraft(token)).toEqual({ performers: [first, second], day: "" });
    expect(await attest(token, { ...named(first, second), change: "yes" })).toBe(start);
    expect(await findDraft(token)).toEqual({ performers: [first, second], day: DAY });
    expect(await name(token, named(first, second))).toBe(`${start}/statement`);
    expect(await scenes()).toEqual([]);

    const presses = Array.from({ length: 3 }, () => attest(token, named(first, second)));
    expect(new Set(await Promise.all(presses))).toEqual(new Set([start]));
    expect(await scenes()).toMatchObject([{ uploadSessionId: sessionId, performers: [{}, {}] }]);
    expect((await session()).attestation?.proof).toBe("hosted_link");
    expect(await findDraft(token)).toBeNull();
    const created = (await eventsOf(partner)).filter(({ type }) => type === "collab_scene.created");
    expect(created).toMatchObject([{ data: { uploadSessionId: sessionId } }]);
  });

  it("learns that we asked only the people whom an earlier click named", async () => {
    const { token, start, scenes } = await openSession({ detectedFaceCount: 2 });
    const [first, other] = [freshEmail("first"), freshEmail("other")];
    const presses = await Promise.all([attest(token, named(first)), attest(token, named(other))]);
    expect(presses.toSorted()).toEqual([start, `${start}?earlier`]);
    const [asked, lost] = presses[0] === start ? [first, other] : [other, first];
    expect(await attest(token, named(asked))).toBe(start);
    expect(await attest(token, named(lost))).toBe(`${start}?earlier`);
    expect(await scenes()).toHaveLength(1);
    const searchParams = Promise.resolve({ earlier: "" });
    const page = renderToStaticMarkup(await AttestPage({ params: Promise.resolve({ token }), searchParams }));
    expect(page).toContain("We asked only the people whom an earlier click named.");
    // Anybody who has the link sees this page.
    expect(page).not.toContain(asked);
  });

  it("keeps what they typed when they need another field, up to ten", async () => {
    const { token } = await openSession({ detectedFaceCount: 2 });
    const typed = { "performers.0.email": "not yet", fields: "1", more: "yes" };
    expect(await name(token, typed)).toMatchObject({ values: { ...typed, fields: "2" } });
    for (const fields of ["10", "99"]) {
      expect(await name(token, { ...typed, fields })).toMatchObject({ values: { fields: "10" } });
    }
    expect(await name(token, { ...typed, fields: "x" })).toMatchObject({ values: { fields: "1" } });
  });

  it("sees what is wrong with the addresses", async () => {
    const { account, partner, token, start, scenes } = await openSession({ detectedFaceCount: 2 });
    expect(await name(token, named("", " "))).toMatchObject({
      errors: {
        "performers.0.email": `Enter at least one address. Only you? Go back to ${partner.name} and tell them.`,
      },
    });
    expect(await name(token, named("ada@example.com", "ada", "Ada@example.com"))).toMatchObject({
      errors: { "performers.1.email": WRONG, "performers.2.email": "You already entered this address." },
    });
    const own = named(freshEmail("other"), account.email);
    expect(await name(token, own)).toBe(`${start}/statement`);
    expect(await attest(token, own)).toBe(`${start}?own=1`);
    expect(await scenes()).toEqual([]);
  });
});

it.each([["never-issued"], [null], [undefined], [123], [[]], [{}]])(
  "is a 404 for an invalid token: %j",
  async (token) => {
    for (const act of [nameAction, attestAction]) {
      await expect(Reflect.apply(act, null, [token, {}, formOf({})])).rejects.toThrow(/404/);
    }
  },
);
