import { randomBytes } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it } from "vitest";
import { fillSearch } from "@/lib/domain/records/search";
import { findRecordsTask, findRemovalDraft } from "@/lib/domain/removals";
import { clock } from "@/lib/platform/clock";
import { randomToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { formOf } from "@/lib/testing/attesting";
import { signatureFor, someAnswers } from "@/lib/testing/claiming";
import { mailsTo } from "@/lib/testing/effects";
import { freshEmail, makeAccount, makeDepiction, makePartner, makeUser } from "@/lib/testing/factories";
import { cookies, openBrowser, whereTo } from "@/lib/testing/next";
import { runJobs } from "@/lib/testing/run-jobs";
import { signIn } from "@/lib/testing/signed-in";
import { statementsOf } from "@/lib/testing/sql";
import {
  addUrlsAction,
  answerAction as answerOnPageAction,
  appealAction,
  confirmCodeAction,
  mailCodeAction,
  withdrawAction,
} from "./[token]/actions";
import AppealPage from "./[token]/appeal/page";
import ClaimantPage from "./[token]/page";
import WithdrawPage from "./[token]/withdraw/page";
import { answerAction, confirmAction, signAction } from "./actions";
import ConfirmPage from "./confirm/[token]/page";
import SentPage from "./sent/page";
import { POST as start } from "./start/route";

// All ask in the same moment.
beforeEach(() => clock.freeze(new Date()));

const FORMS = {
  what: { kind: "intimate" },
  who: { subject: "me" },
  age: { age: "adult" },
  spread: { spread: "published" },
  consent: { consent: "never" },
  where: { urls: "elsewhere.example.com/video/1", description: "", files: "", sha256s: "" },
};

/** A press of a button on the first page, which has no scripts. */
const press = (body = "", origin = env().baseUrl) =>
  start(new Request(`${env().baseUrl}/removal/start`, { method: "POST", headers: { origin }, body }));

/** Everything a claimant sees from the first press to the mailed link's page, and the work it causes. */
async function story(email: string, where: Partial<typeof FORMS.where> = {}) {
  openBrowser();
  const seen: unknown[] = [];
  const work = await statementsOf(async () => {
    seen.push((await press()).headers.get("location"));
    for (const [question, fields] of Object.entries({ ...FORMS, where: { ...FORMS.where, ...where } })) {
      seen.push(await whereTo(answerAction(question, {}, formOf(fields))));
    }
    const contact = { name: "Clara Claimant", otherNames: "", email };
    seen.push(await whereTo(answerAction("contact", {}, formOf(contact))));
    const sha256s = where.sha256s ? [where.sha256s] : [];
    seen.push(await whereTo(signAction({}, formOf({ ...signatureFor(someAnswers({ sha256s })) }))));
    seen.push(renderToStaticMarkup(await SentPage()));
  });
  const [mail] = await mailsTo(email);
  const link = mail?.url.split("/").at(-1) ?? "";
  seen.push(Object.keys(mail ?? {}), mail?.template);
  const props = { params: Promise.resolve({ token: link }), searchParams: Promise.resolve({}) };
  seen.push(renderToStaticMarkup(await ConfirmPage(props)));
  const hide = (text: string) => text.replaceAll(email, "…").replaceAll(link, "…");
  // Each drawing of the page has a secret of its own.
  const text = JSON.stringify(seen).replace(/(name=\\"press\\" value=\\")[\w-]{43}/, "$1…");
  return { text: hide(text), work: hide(JSON.stringify(work)), link, email };
}

it("the pages, the mail and the work say nothing about who is known", async () => {
  const creator = await makeAccount(await makePartner(), { status: "active", email: freshEmail("claimant") });
  await makeDepiction(await makePartner(), { contentUrl: "https://elsewhere.example.com/video/1" });
  await story(freshEmail("claimant"));
  const stranger = await story(freshEmail("claimant"));
  expect(stranger.text).toContain("/removal/sent");
  expect(stranger.text).toContain("Send my request");
  const { text, work } = await story(creator.email);
  expect(text).toBe(stranger.text);
  expect(work).toBe(stranger.work);
  expect(work).not.toMatch(/solo_accounts|search_records/);
  expect(text).not.toContain("Clara");
});

it("opening the mailed link files nothing, and pressing its button twice leads to one page", async () => {
  const email = freshEmail("claimant");
  const { link } = await story(email);
  expect(await db.removalRequest.count({ where: { email } })).toBe(0);
  const first = await whereTo(confirmAction(link, formOf({ press: randomToken() })));
  openBrowser();
  expect(await whereTo(confirmAction(link, formOf({ press: randomToken() })))).toBe(first);
  expect(first).toMatch(/^\/removal\/[\w-]{43}$/);
  expect(await db.removalRequest.count({ where: { email } })).toBe(1);
  expect(await whereTo(confirmAction("unknown", formOf({})))).toBe("/removal/confirm/unknown");
});

describe("a request that was filed", () => {
  async function filed() {
    const { link, email } = await story(freshEmail("claimant"));
    const form = formOf({ press: randomToken() });
    const page = String(await whereTo(confirmAction(link, form)));
    const token = page.split("/").at(-1) ?? "";
    const open = async () => {
      const seen = await whereTo(ClaimantPage({ params: Promise.resolve({ token }) }));
      return renderToStaticMarkup(seen as React.ReactElement);
    };
    return { link, email, form, page, token, open };
  }

  it("shows nothing in another browser, by the mailed link or by its page's own, before a code", async () => {
    const { link, email, form, page, token, open } = await filed();
    expect(await open()).toContain("Clara Claimant");
    openBrowser();
    expect(await whereTo(confirmAction(link, formOf({ press: randomToken() })))).toBe(page);
    const elsewhere = await open();
    expect(elsewhere).toContain("Email me a code");
    expect(elsewhere).not.toMatch(/Clara|elsewhere\.example|48 hours|reviewing/);
    for (const Page of [WithdrawPage, AppealPage]) {
      expect(await whereTo(Page({ params: Promise.resolve({ token }) }))).toBe(page);
    }
    const changes = [addUrlsAction, answerOnPageAction, appealAction];
    for (const act of changes) {
      expect(await whereTo(act(token, {}, formOf({ urls: "example.com", text: "Hello" })))).toBe(page);
    }
    expect(await whereTo(withdrawAction(token))).toBe(page);
    const request = await db.removalRequest.findFirstOrThrow({ where: { email }, include: { messages: true } });
    expect(request).toMatchObject({ status: "open", messages: [] });
    expect(await db.removalTarget.count({ where: { requestId: request.id } })).toBe(1);

    expect(await whereTo(mailCodeAction(token))).toBe(page);
    expect(await open()).toContain("Code from the email");
    const code = String((await mailsTo(email)).at(-1)?.props.code);
    expect(await whereTo(confirmCodeAction(token, {}, formOf({ code })))).toBe(page);
    expect(await open()).toContain("Clara Claimant");
    // A double click or a retry of the press that filed it still opens the page.
    openBrowser();
    await whereTo(confirmAction(link, form));
    expect(await open()).toContain("Clara Claimant");
  });

  it("opens for the session of the same mailbox, and for no other", async () => {
    const { email, open } = await filed();
    openBrowser();
    await signIn(await makeUser());
    expect(await open()).not.toContain("Clara");
    openBrowser();
    await signIn(await makeUser({ email }));
    expect(await open()).toContain("Clara Claimant");
  });
});

it("the page of a request has the same bytes whether its URL and file are recorded or not", async () => {
  const [urls, file] = [`https://elsewhere.example.com/${newId()}`, randomBytes(32)];
  const filed = async () => {
    const email = freshEmail("claimant");
    const { link } = await story(email, { urls, sha256s: file.toString("hex") });
    const token =
      String(await whereTo(confirmAction(link, formOf({ press: randomToken() }))))
        .split("/")
        .at(-1) ?? "";
    await runJobs(findRecordsTask);
    const page = renderToStaticMarkup(await ClaimantPage({ params: Promise.resolve({ token }) }));
    const items = await db.removalItem.count({ where: { request: { email } } });
    return { items, page: page.replaceAll(token, "…") };
  };
  const unknown = await filed();
  for (const data of [{ contentUrl: urls }, { fileHash: file }, { fileHash: file }])
    await makeDepiction(await makePartner(), data);
  await fillSearch();
  const known = await filed();
  expect([unknown.items, known.items]).toEqual([0, 3]);
  expect(known.page).toBe(unknown.page);
  expect(known.page).toContain(urls);
});

it("keeps nothing of another browser's draft", async () => {
  await press();
  const token = (await cookies()).get("removal_draft")?.value;
  openBrowser();
  expect(await whereTo(answerAction("what", {}, formOf({ kind: "work" })))).toBe("/removal");
  expect((await findRemovalDraft(token))?.answers).toEqual({});
});

describe("the buttons of the first page", () => {
  const drafts = () => db.removalDraft.count();

  it("start a request, and delete the one before it", async () => {
    openBrowser();
    expect((await press()).headers.get("location")).toBe(`${env().baseUrl}/removal/file/what`);
    const first = (await cookies()).get("removal_draft")?.value;
    expect(await findRemovalDraft(first)).not.toBeNull();
    await press();
    expect(await findRemovalDraft(first)).toBeNull();
    const second = (await cookies()).get("removal_draft")?.value;
    expect((await press("only=forget")).headers.get("location")).toBe(`${env().baseUrl}/removal`);
    expect([await findRemovalDraft(second), (await cookies()).get("removal_draft")?.value]).toEqual([null, ""]);
  });

  it("do nothing for another site", async () => {
    openBrowser();
    await press();
    const before = await drafts();
    for (const body of ["", "only=forget"]) await press(body, "https://elsewhere.example.com");
    expect(await drafts()).toBe(before);
  });
});
