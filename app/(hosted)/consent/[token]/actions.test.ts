import { describe, expect, it, vi } from "vitest";
import { NAME_DIFFERS } from "@/lib/domain/identity/names/labels";
import { performerLink, readRelease } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import { makeIdentity, makeUser } from "@/lib/testing/factories";
import { openBrowser, whereTo } from "@/lib/testing/next";
import { openLink } from "@/lib/testing/performers";
import { makeScene, readScene } from "@/lib/testing/scenes";
import { signIn } from "@/lib/testing/signed-in";
import {
  confirmCodeAction,
  continueAction,
  mailCodeAction,
  openedAction,
  refuseAction,
  showIdAction,
  signAction,
} from "./actions";
import { findVisitor, recordView } from "./visitor";

function form(values: Record<string, string | readonly string[]>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) for (const one of [value].flat()) data.append(name, one);
  return data;
}

/** A scene with one performer, in a browser that has proven nothing. */
async function invited() {
  openBrowser();
  const scene = await makeScene();
  const [performer] = scene.performers;
  const token = (await performerLink(performer)).split("/").at(-1) ?? "";
  const now = async () => (await readScene(scene)).performers[0];
  /** Asks for a code and enters it, as this browser. */
  const prove = async (to = "decide") => {
    await whereTo(mailCodeAction(token, to));
    return whereTo(confirmCodeAction(token, to, {}, form({ code: await codeFor(performer) })));
  };
  return { scene, performer, token, start: `/consent/${token}`, now, prove };
}

/** The latest code that was mailed to a performer. */
async function codeFor({ email }: { email: string }): Promise<string> {
  const mail = (await mailsTo(email)).findLast(({ template }) => template === "link_code");
  return String(mail?.props.code);
}

/** The hash of the release that the performer is shown with these boxes ticked. */
async function shownTo({ id: performerId }: { id: string }, given: readonly string[] = ["depiction"]): Promise<string> {
  return (await readRelease(await openLink({ id: performerId }), { performerId, given })).shown;
}

describe("a performer's link", () => {
  it("proves nothing by being opened", async () => {
    const { performer, token, now } = await invited();
    const visitor = await findVisitor(token);
    if (!visitor) throw new Error("the link leads nowhere");
    expect(visitor).toMatchObject({ hasProof: false, proven: null });
    await recordView(visitor, "status");
    expect(await now()).toMatchObject({ userId: null });
    expect(await linesOn(performer.id)).toEqual([]);
    expect(await db.hostedVisit.count({ where: { subjectId: performer.id } })).toBe(0);
  });

  it("proves the mailbox by a code in the browser that asked, and leads to the release", async () => {
    const { performer, token, start, prove } = await invited();
    expect(await prove()).toBe(`${start}/release`);
    const visitor = await findVisitor(token);
    expect(visitor?.proven?.visit.provenBy).toBe("link_and_code");
    if (visitor) await recordView(visitor, "release, exact texts folded");
    const lines = await linesOn(performer.id);
    expect(lines.map(({ action, reason }) => [action, reason])).toEqual([
      ["scene_performer.code_sent", null],
      ["scene_performer.code_entered", null],
      ["scene_performer.page_viewed", "release, exact texts folded"],
    ]);
    for (const { actorKind, detail } of lines.slice(1)) {
      expect(actorKind).toBe("person");
      expect(JSON.parse(detail)).toMatchObject({ visit: visitor?.proven?.visit.id, userAgent: "Firefox" });
    }
    // With a proof, there is nothing more to ask.
    expect(await whereTo(mailCodeAction(token, ""))).toBe(`${start}/release`);
    expect(await whereTo(mailCodeAction(token, "photos"))).toBe(`${start}/photos`);
    expect(await whereTo(continueAction(token, ""))).toBe(start);
  });

  it("keeps which exact texts the browser says it opened, each once, and nothing else it sends", async () => {
    const { performer, token, prove } = await invited();
    const opened = async () =>
      (await linesOn(performer.id)).filter(({ action }) => action === "scene_performer.text_opened");
    await whereTo(openedAction(token, 3));
    expect(await opened()).toEqual([]);
    await prove();
    for (const part of [3, 0, 3, 13, -1, 1.5, "4", null, {}]) await whereTo(openedAction(token, part));
    expect((await opened()).map(({ reason }) => reason)).toEqual(["clause 3", "introduction"]);
    openBrowser();
    await whereTo(openedAction(token, 4));
    expect(await opened()).toHaveLength(2);
  });

  it("takes a code only where it was asked for, five times at most", async () => {
    const { performer, token, start } = await invited();
    expect(await whereTo(mailCodeAction(token, "refuse"))).toBe(`${start}?to=refuse`);
    const code = await codeFor(performer);
    const enter = (typed: string) => whereTo(confirmCodeAction(token, "", {}, form({ code: typed })));
    expect(await enter("12")).toMatchObject({ errors: { code: "Enter the 6 digits from the email." } });
    const wrong = code === "000000" ? "111111" : "000000";
    const warned = vi.spyOn(log, "warn");
    for (let n = 4; n > 0; n--)
      expect(JSON.stringify(await enter(wrong))).toContain(n === 1 ? "one try" : `${n} tries`);
    expect(await enter(wrong)).toMatchObject({ errors: { code: "This code no longer works. Request a new one." } });
    expect(warned.mock.calls.filter(([line]) => (line as { refused?: string }).refused === "code")).toHaveLength(5);
    expect(await enter(code)).toMatchObject({ errors: { code: "This code no longer works. Request a new one." } });
    openBrowser();
    await whereTo(mailCodeAction(token, ""));
    const second = await codeFor(performer);
    openBrowser();
    expect(await enter(second)).toMatchObject({ errors: { code: "This code no longer works. Request a new one." } });
    expect(await whereTo(showIdAction(token))).toBe(start);
  });

  it("takes the session of the same person instead, and of nobody else", async () => {
    const { performer, scene, token, start } = await invited();
    await signIn(await makeUser());
    expect(await whereTo(continueAction(token, ""))).toBe(start);
    expect((await findVisitor(token))?.hasProof).toBe(false);
    openBrowser();
    await signIn(await makeUser({ email: performer.email }));
    expect(await whereTo(continueAction(token, ""))).toBe(`${start}/release`);
    const visitor = await findVisitor(token);
    expect(visitor?.proven?.visit.provenBy).toBe("session");
    await whereTo(
      signAction(token, {}, form({ signedName: "Ada Example", give: "depiction", shown: await shownTo(performer) })),
    );
    expect((await readScene(scene)).performers[0]?.signedAt).not.toBeNull();
  });

  it.each([["never-issued"], [null], [undefined], [123], [[]], [{}]])(
    "is a 404 for an invalid token: %j",
    async (token) => {
      for (const act of [mailCodeAction, confirmCodeAction, continueAction, showIdAction, signAction, refuseAction]) {
        await expect(Reflect.apply(act, null, [token, {}, form({ reason: "not_me" })])).rejects.toThrow(/404/);
      }
    },
  );
});

describe("signing", () => {
  it("needs the proof, a name, and the text that was shown", async () => {
    const { performer, token, start, now, prove } = await invited();
    const shown = await shownTo(performer);
    const press = (values: Record<string, string>) =>
      whereTo(signAction(token, {}, form({ give: "depiction", ...values })));
    expect(await press({ signedName: "Ada", shown })).toBe(start);
    await prove();
    expect(await press({ signedName: "  ", shown })).toMatchObject({
      errors: { signedName: "Type your full name to sign." },
    });
    expect(await press({ signedName: "Ada", shown: "another" })).toBe(`${start}/release?give=depiction&changed=`);
    const none = (await readRelease(await openLink(performer), { performerId: performer.id })).shown;
    expect(await press({ signedName: "Ada", give: "nothing", shown: none })).toBe(
      `${start}/release?give=nothing&missing=`,
    );
    expect(await now()).toMatchObject({ signedAt: null });
    expect(await press({ signedName: "Ada Example", shown })).toBe(start);
    expect(await now()).toMatchObject({ signedAt: expect.any(Date), consentedAt: null });
    expect(await press({ signedName: "Ada Example", shown })).toBe(start);
  });

  it("greenlights for a person whose ID is verified, who can add the name they use as they sign", async () => {
    const { scene, performer, token, start, prove } = await invited();
    await makeIdentity(await makeUser({ email: performer.email }));
    await prove();
    const give = ["depiction", "distribution"];
    const shown = await shownTo(performer, give);
    const press = (values: Record<string, string>) => whereTo(signAction(token, {}, form({ ...values, give, shown })));
    // What was typed stays, and the form offers to add the name.
    const values = { signedName: "Nova Star", give: "distribution", shown };
    expect(await press({ signedName: "Nova Star" })).toEqual({ errors: { signedName: NAME_DIFFERS }, values });
    const wrong = { signedName: "<Nova>", addsName: "on" };
    expect(await press(wrong)).toMatchObject({ errors: { signedName: "Leave out < and >." }, values: wrong });
    expect((await readScene(scene)).status).toBe("pending_signatures");
    expect(await press({ signedName: "Nova Star", addsName: "on" })).toBe(start);
    expect((await readScene(scene)).status).toBe("greenlit");
  });
});

describe("refusing", () => {
  it("needs the proof and a reason, and is final", async () => {
    const { scene, token, start, now, prove } = await invited();
    const press = (reason: string, note = "") => whereTo(refuseAction(token, {}, form({ reason, note })));
    expect(await press("not_me")).toBe(`${start}?to=refuse`);
    expect(await now()).toMatchObject({ userId: null, refusedAt: null });
    expect(await prove("refuse")).toBe(`${start}/refuse?reason=not_me`);
    for (const reason of ["", "toString", "refused"]) expect(await press(reason)).toBe(`${start}/refuse?missing`);
    expect(await press("other", "x".repeat(1001))).toMatchObject({ errors: { note: expect.any(String) } });
    expect(await now()).toMatchObject({ refusedAt: null });
    expect(await press("not_me")).toBe(start);
    expect(await press("declining")).toBe(start);
    expect(await now()).toMatchObject({ refusalReason: "not_me" });
    expect((await readScene(scene)).status).toBe("blocked");
    expect(await whereTo(showIdAction(token))).toBe(start);
  });
});

it("stores a refusal's note without characters that the database can't", async () => {
  const { token, start, now, prove } = await invited();
  await prove("refuse");
  expect(await whereTo(refuseAction(token, {}, form({ reason: "other", note: "I\0 wasn’t asked" })))).toBe(start);
  expect(await now()).toMatchObject({ refusalReason: "other" });
});

describe("the ID", () => {
  it("is shown behind the same link, before or after signing", async () => {
    const { performer, token, start, prove } = await invited();
    await prove();
    expect(await whereTo(showIdAction(token))).toBe(`${start}/details`);
    const check = await db.identityCheck.findFirstOrThrow({ where: { performerId: performer.id } });
    expect(check).toMatchObject({ status: "draft", accountId: null });
    expect(await whereTo(showIdAction(token))).toBe(`${start}/details`);
    expect(await db.identityCheck.count({ where: { performerId: performer.id } })).toBe(1);
  });
});
