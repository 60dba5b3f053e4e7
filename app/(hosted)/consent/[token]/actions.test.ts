import { afterEach, describe, expect, it, vi } from "vitest";
import { performerLink, readRelease } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { closeRateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { linesOn } from "@/lib/testing/effects";
import { makeIdentity, makeUser } from "@/lib/testing/factories";
import { openBrowser, whereTo } from "@/lib/testing/onboarding-browser";
import { openLink } from "@/lib/testing/performers";
import { makeScene, readScene } from "@/lib/testing/scenes";
import { continueAction, refuseAction, showIdAction, signAction } from "./actions";
import { findVisitor, recordView } from "./visitor";

vi.mock("next/headers", async () => (await import("@/lib/testing/onboarding-browser")).nextHeaders);

afterEach(() => openBrowser());

function form(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

/** A scene with one performer, in a browser that has proven nothing. */
async function invited() {
  openBrowser();
  const scene = await makeScene();
  const [performer] = scene.performers;
  const token = (await performerLink(performer)).split("/").at(-1) ?? "";
  const now = async () => (await readScene(scene)).performers[0];
  return { scene, performer, token, start: `/consent/${token}`, now };
}

/** The hash of the release that the performer is shown. */
async function shownTo(performer: { id: string }): Promise<string> {
  return (await readRelease(await openLink(performer), performer.id)).shown;
}

describe("a performer's link", () => {
  it("proves nothing by being opened", async () => {
    const { performer, token, now } = await invited();
    const visitor = await findVisitor(token);
    if (!visitor) throw new Error("the link leads nowhere");
    expect(visitor.proven).toBeNull();
    await recordView(visitor, "status");
    expect(await now()).toMatchObject({ userId: null });
    expect(await linesOn(performer.id)).toEqual([]);
    expect(await db.hostedVisit.count({ where: { subjectId: performer.id } })).toBe(0);
  });

  it("proves the mailbox by its button, and leads to the release", async () => {
    const { performer, token, start } = await invited();
    expect(await whereTo(continueAction(token))).toBe(`${start}/release`);
    const visitor = await findVisitor(token);
    expect(visitor?.proven?.visit.provenBy).toBe("mail_link");
    if (visitor) await recordView(visitor, "release");
    const lines = await linesOn(performer.id);
    expect(lines.map(({ action, reason }) => [action, reason])).toEqual([
      ["scene_performer.mailbox_proven", null],
      ["scene_performer.page_viewed", "release"],
    ]);
    for (const { actorKind, detail } of lines) {
      expect(actorKind).toBe("person");
      expect(JSON.parse(detail)).toMatchObject({ visit: visitor?.proven?.visit.id, userAgent: "Firefox" });
    }
  });

  it("may be proven sixty times by one network in 15 minutes", async () => {
    await closeRateLimiter();
    const { performer, token, start, now } = await invited();
    const press = () => {
      openBrowser();
      return whereTo(continueAction(token));
    };
    for (let n = 0; n < 60; n++) expect(await press()).toBe(`${start}/release`);
    expect(await press()).toBe(`${start}?busy`);
    expect(await whereTo(refuseAction(token, {}, form({ reason: "not_me" })))).toBe(`${start}?busy`);
    expect(await now()).toMatchObject({ refusedAt: null });
    expect(await db.hostedVisit.count({ where: { subjectId: performer.id } })).toBe(60);
    await closeRateLimiter();
  });

  it.each([["never-issued"], [null], [undefined], [123], [[]], [{}]])(
    "is a 404 for an invalid token: %j",
    async (token) => {
      for (const act of [continueAction, showIdAction, signAction, refuseAction]) {
        await expect(Reflect.apply(act, null, [token, {}, form({ reason: "not_me" })])).rejects.toThrow(/404/);
      }
    },
  );
});

describe("signing", () => {
  it("needs the proof, a name, and the text that was shown", async () => {
    const { performer, token, start, now } = await invited();
    const shown = await shownTo(performer);
    const press = (values: Record<string, string>) => whereTo(signAction(token, {}, form(values)));
    expect(await press({ signedName: "Ada", shown })).toBe(start);
    await whereTo(continueAction(token));
    expect(await press({ signedName: "  ", shown })).toMatchObject({
      errors: { signedName: "Type your full name to sign." },
    });
    expect(await press({ signedName: "Ada", shown: "another" })).toBe(`${start}/release?changed`);
    expect(await now()).toMatchObject({ signedAt: null });
    expect(await press({ signedName: "Ada Example", shown })).toBe(start);
    expect(await now()).toMatchObject({ signedAt: expect.any(Date), consentedAt: null });
    expect(await press({ signedName: "Ada Example", shown })).toBe(start);
  });

  it("greenlights for a person whose ID is verified", async () => {
    const { scene, performer, token } = await invited();
    await makeIdentity(await makeUser({ email: performer.email }));
    await whereTo(continueAction(token));
    await whereTo(signAction(token, {}, form({ signedName: "Ada Example", shown: await shownTo(performer) })));
    expect((await readScene(scene)).status).toBe("greenlit");
  });
});

describe("refusing", () => {
  it("needs a reason, proves the mailbox, and is final", async () => {
    const { scene, token, start, now } = await invited();
    const press = (reason: string, note = "") => whereTo(refuseAction(token, {}, form({ reason, note })));
    for (const reason of ["", "toString", "refused"]) expect(await press(reason)).toBe(`${start}/refuse?missing`);
    expect(await press("other", "x".repeat(1001))).toMatchObject({ errors: { note: expect.any(String) } });
    expect(await now()).toMatchObject({ userId: null, refusedAt: null });
    expect(await press("not_me")).toBe(start);
    expect(await press("declining")).toBe(start);
    expect(await now()).toMatchObject({ refusalReason: "not_me" });
    expect((await readScene(scene)).status).toBe("blocked");
    expect(await whereTo(continueAction(token))).toBe(start);
    expect(await whereTo(showIdAction(token))).toBe(start);
  });
});

it("stores a refusal's note without characters that the database can't", async () => {
  const { token, start, now } = await invited();
  expect(await whereTo(refuseAction(token, {}, form({ reason: "other", note: "I\0 wasn’t asked" })))).toBe(start);
  expect(await now()).toMatchObject({ refusalReason: "other" });
});

describe("the ID", () => {
  it("is shown behind the same link, before or after signing", async () => {
    const { performer, token, start } = await invited();
    expect(await whereTo(showIdAction(token))).toBe(`${start}/details`);
    const check = await db.identityCheck.findFirstOrThrow({ where: { performerId: performer.id } });
    expect(check).toMatchObject({ status: "draft", accountId: null });
    expect(await whereTo(showIdAction(token))).toBe(`${start}/details`);
    expect(await db.identityCheck.count({ where: { performerId: performer.id } })).toBe(1);
  });
});
