import { afterEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { type MadeAccount, makeAccount, makeIdentity } from "@/lib/testing/factories";
import { makeFullDraft } from "@/lib/testing/identity-checks";
import { linkTo, openBrowser, type Proof, visitByCode, visitByMail, whereTo } from "@/lib/testing/onboarding-browser";
import { answerLink, begin, confirmCode, mailCode, renewLink, start } from "./actions";
import { keepDetails, keepDocument, send, takePhotoOut } from "./step-actions";
import { findVisitor } from "./visitor";

vi.mock("next/headers", async () => (await import("@/lib/testing/onboarding-browser")).nextHeaders);

afterEach(() => openBrowser());

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const answer = (token: string, value?: string) =>
  whereTo(answerLink(token, {}, form(value === undefined ? {} : { answer: value })));
const requestOf = ({ id }: MadeAccount) => db.linkRequest.findUniqueOrThrow({ where: { accountId: id } });
const linked = async ({ id }: MadeAccount) => (await db.soloAccount.findUniqueOrThrow({ where: { id } })).userId;
const stageAt = async (token: string) => (await findVisitor(token))?.proven?.stage.at;

/** Somebody whom the service knows, asked by a platform, in a browser with the proof that is given. */
async function asked(prove?: (account: MadeAccount) => Promise<Proof>) {
  const account = await makeAccount(undefined, { link: "pending" });
  await makeIdentity(account.person);
  openBrowser(prove && (await prove(account)));
  return account;
}

describe("the answer to a platform that asks to be linked", () => {
  it("is taken behind the link of the person's own mail", async () => {
    for (const [value, decision] of [
      ["approve", "approved"],
      ["decline", "declined"],
      ["unknown", "declined"],
    ] as const) {
      const account = await asked(visitByMail);
      const token = await linkTo(account, "mail");
      expect(await answer(token, value)).toBe(`/onboard/${token}`);
      expect(await requestOf(account)).toMatchObject({ decision, decidedAt: expect.any(Date) });
      expect(await linked(account)).toBe(value === "approve" ? account.person.id : null);
      expect(await stageAt(token)).toBe(value === "approve" ? "verified" : "link_declined");
    }
  });

  it("is final", async () => {
    const account = await asked(visitByMail);
    const token = await linkTo(account, "mail");
    await answer(token, "decline");
    const first = await requestOf(account);
    for (const value of ["approve", "decline"]) expect(await answer(token, value)).toBe(`/onboard/${token}`);
    expect(await requestOf(account)).toEqual(first);
    expect(await linked(account)).toBeNull();
  });

  it("leads somebody without an ID on record into a check", async () => {
    const account = await makeAccount(undefined, { link: "pending" });
    openBrowser(await visitByMail(account));
    const token = await linkTo(account, "mail");
    await answer(token, "approve");
    expect(await stageAt(token)).toBe("draft");
  });

  it("is not taken behind the platform's link, whatever proved the mailbox", async () => {
    for (const prove of [visitByCode, visitByMail]) {
      const account = await asked(prove);
      const token = await linkTo(account, "partner");
      for (const value of ["approve", "decline", "unknown"])
        expect(await answer(token, value)).toBe(`/onboard/${token}`);
      expect(await requestOf(account)).toMatchObject({ decision: "pending", decidedAt: null });
    }
  });

  it("is not taken from a browser that has proven nothing, or something else", async () => {
    const elsewhere = await visitByMail(await makeAccount());
    for (const proof of [undefined, elsewhere]) {
      const account = await asked();
      openBrowser(proof);
      await answer(await linkTo(account, "mail"), "approve");
      expect((await requestOf(account)).decision).toBe("pending");
    }
  });

  it("is not taken when a button said neither yes nor no", async () => {
    const account = await asked(visitByMail);
    const token = await linkTo(account, "mail");
    for (const value of [undefined, "", "approved", "yes", "toString"]) {
      expect(await answer(token, value)).toEqual({
        message: "We did not get your answer. Choose one of the buttons.",
      });
    }
    expect((await requestOf(account)).decision).toBe("pending");
  });

  it("proves the mailbox to a browser that a code had let in, as long as the link is live", async () => {
    const account = await asked(visitByCode);
    const expired = await linkTo(account, "mail");
    const before = new Date(Date.now() - 1000);
    await db.onboardingLink.updateMany({
      where: { accountId: account.id },
      data: { createdAt: new Date(0), expiresAt: before },
    });
    await answer(expired, "decline");
    expect((await requestOf(account)).decision).toBe("pending");
    const live = await linkTo(account, "mail");
    await answer(live, "decline");
    expect((await requestOf(account)).decision).toBe("declined");
    expect(await stageAt(live)).toBe("link_declined");
  });

  it("leads nowhere behind a link that was never issued", async () => {
    await expect(answer("never-issued", "approve")).rejects.toThrow(/404/);
  });
});

describe("a browser that a code let in beside somebody's draft", () => {
  const DETAILS = { legalName: "Somebody Else", birthDateDay: "1", birthDateMonth: "2", birthDateYear: "1990" };
  const DOCUMENT = { documentType: "passport", documentCountry: "US", documentNumber: "X1", noExpiry: "on" };

  it("is sent back to the start by every step, and nothing is written", async () => {
    const { account, checkId } = await makeFullDraft();
    openBrowser(await visitByCode(account));
    const token = await linkTo(account);
    const read = () => db.identityCheck.findUnique({ where: { id: checkId }, include: { photos: true } });
    const before = await read();
    for (const step of [
      () => keepDetails(token, {}, form(DETAILS)),
      () => keepDocument(token, {}, form(DOCUMENT)),
      () => takePhotoOut(token, form({ kind: "person" })),
      () => send(token, {}, form({ attested: "on" })),
      () => begin(token),
    ]) {
      expect(await whereTo(step())).toBe(`/onboard/${token}`);
    }
    await whereTo(start(token));
    expect(await read()).toEqual(before);
    expect(await stageAt(token)).toBe("begun_elsewhere");
  });

  it("goes on once it has come by the mail, which a look at the link alone does not do", async () => {
    const { account } = await makeFullDraft();
    openBrowser(await visitByCode(account));
    const token = await linkTo(account, "mail");
    expect(await stageAt(token)).toBe("begun_elsewhere");
    await whereTo(begin(token));
    expect(await stageAt(token)).toBe("draft");
    expect(await stageAt(await linkTo(account, "partner"))).toBe("draft");
  });

  it("may have the link mailed, and is answered alike whatever is due", async () => {
    const { account } = await makeFullDraft();
    const declined = await makeAccount(undefined, { link: "pending" });
    for (const one of [account, declined]) {
      openBrowser(await visitByCode(one));
      await db.linkRequest.updateMany({
        where: { accountId: one.id },
        data: { decision: "declined", decidedAt: new Date() },
      });
      expect(await renewLink(await linkTo(one), {}, new FormData())).toEqual({ ok: true });
      const key = `greet_creator:${one.id}:page`;
      const [job] = await db.$queryRaw<{ n: bigint }[]>`
        SELECT count(*) AS n FROM graphile_worker._private_jobs WHERE key = ${key}`;
      expect(job?.n).toBe(1n);
    }
  });
});

describe("an action that was called with something else than a link's token", () => {
  // What a caller can write in place of the token that a page bound.
  const call = (action: (...given: never[]) => Promise<unknown>, token: unknown): Promise<unknown> =>
    Reflect.apply(action, null, action.length === 2 ? [token, new FormData()] : [token, {}, new FormData()]);

  it.each([[null], [undefined], [123], [[]], [{}]])(
    "leads nowhere, like a link that was never issued: %j",
    async (token) => {
      for (const action of [
        begin,
        mailCode,
        confirmCode,
        start,
        answerLink,
        keepDetails,
        keepDocument,
        takePhotoOut,
        send,
      ])
        await expect(call(action, token), action.name).rejects.toThrow(/404/);
      expect(await call(renewLink, token)).toEqual({ ok: true });
    },
  );
});
