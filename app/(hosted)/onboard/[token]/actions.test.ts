import { describe, expect, it } from "vitest";
import {
  keepDetailsAction,
  keepDocumentAction,
  sendAction,
  takePhotoOutAction,
} from "@/app/(hosted)/identity-steps/actions";
import { db } from "@/lib/platform/db";
import { makeAccount } from "@/lib/testing/factories";
import { makeFullDraft } from "@/lib/testing/identity-checks";
import { openBrowser, whereTo } from "@/lib/testing/next";
import { linkTo, visitByCode } from "@/lib/testing/onboarding-browser";
import { confirmCodeAction, mailCodeAction, renewLinkAction, startAction, startByMailAction } from "./actions";
import { findVisitor } from "./visitor";

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const stageAt = async (token: string) => (await findVisitor(token))?.proven?.stage.at;

describe("a visit proven by a code, beside a draft of another visit", () => {
  const DETAILS = { legalName: "Somebody Else", birthDateDay: "1", birthDateMonth: "2", birthDateYear: "1990" };
  const DOCUMENT = { documentType: "passport", documentCountry: "US", documentNumber: "X1", noExpiry: "on" };

  it("is redirected to the start by every step, and writes nothing", async () => {
    const { account, checkId } = await makeFullDraft();
    openBrowser(await visitByCode(account));
    const token = await linkTo(account);
    const read = () => db.identityCheck.findUnique({ where: { id: checkId }, include: { photos: true } });
    const before = await read();
    for (const step of [
      () => keepDetailsAction("/onboard", token, {}, form(DETAILS)),
      () => keepDocumentAction("/onboard", token, {}, form(DOCUMENT)),
      () => takePhotoOutAction("/onboard", token, form({ kind: "person" })),
      () => sendAction("/onboard", token, {}, form({ attested: "on" })),
      () => startByMailAction(token),
    ]) {
      expect(await whereTo(step())).toBe(`/onboard/${token}`);
    }
    await whereTo(startAction(token));
    expect(await read()).toEqual(before);
    expect(await stageAt(token)).toBe("begun_elsewhere");
  });

  it("continues after the button behind the mailed link, not after opening the link", async () => {
    const { account } = await makeFullDraft();
    openBrowser(await visitByCode(account));
    const token = await linkTo(account, "mail");
    expect(await stageAt(token)).toBe("begun_elsewhere");
    await whereTo(startByMailAction(token));
    expect(await stageAt(token)).toBe("draft");
    expect(await stageAt(await linkTo(account, "partner"))).toBe("draft");
  });

  it("can request the mailed link, and always gets the same answer", async () => {
    const { account } = await makeFullDraft();
    const declined = await makeAccount(undefined, { link: "pending" });
    for (const one of [account, declined]) {
      openBrowser(await visitByCode(one));
      await db.linkRequest.updateMany({
        where: { accountId: one.id },
        data: { decision: "declined", decidedAt: new Date() },
      });
      expect(await renewLinkAction(await linkTo(one))).toEqual({ ok: true });
      const key = `greet_creator:${one.id}:page`;
      const [job] = await db.$queryRaw<{ n: bigint }[]>`
        SELECT count(*) AS n FROM graphile_worker.jobs WHERE key = ${key}`;
      expect(job?.n).toBe(1n);
    }
  });
});

describe("a birth date below 18", () => {
  const YEAR = new Date().getUTCFullYear();
  const details = (year: number, more: Record<string, string> = {}) =>
    form({ legalName: "Ada Example", birthDateDay: "2", birthDateMonth: "1", birthDateYear: String(year), ...more });

  it("needs a confirmation of that exact date", async () => {
    const account = await makeAccount();
    const token = await linkTo(account);
    openBrowser(await visitByCode(account));
    await whereTo(startAction(token));
    const asked = await keepDetailsAction("/onboard", token, {}, details(YEAR - 17));
    expect(asked.errors?.birthDate).toContain("Is it correct?");
    expect(asked.values).toMatchObject({ legalName: "Ada Example", askedBirthDate: `${YEAR - 17}-01-02` });
    expect(await stageAt(token)).toBe("draft");

    const confirmed = { confirmedBirthDate: `${YEAR - 17}-01-02` };
    const another = await keepDetailsAction("/onboard", token, {}, details(YEAR - 16, confirmed));
    expect(another.values).toMatchObject({ askedBirthDate: `${YEAR - 16}-01-02` });
    expect(await stageAt(token)).toBe("draft");

    expect(await whereTo(keepDetailsAction("/onboard", token, {}, details(YEAR - 17, confirmed)))).toBe(
      `/onboard/${token}`,
    );
    expect(await stageAt(token)).toBe("refused");
  });

  it("can be corrected, even after a confirmation", async () => {
    const account = await makeAccount();
    const token = await linkTo(account);
    openBrowser(await visitByCode(account));
    await whereTo(startAction(token));
    await keepDetailsAction("/onboard", token, {}, details(YEAR - 1));
    const right = details(YEAR - 30, { confirmedBirthDate: `${YEAR - 1}-01-02` });
    expect(await whereTo(keepDetailsAction("/onboard", token, {}, right))).toBe(`/onboard/${token}/document`);
    expect(await stageAt(token)).toBe("draft");
  });
});

describe("an action called with an invalid token", () => {
  // A caller can send anything in place of the page's token.
  const call = (action: (...given: never[]) => Promise<unknown>, token: unknown): Promise<unknown> =>
    Reflect.apply(action, null, action.length === 2 ? [token, new FormData()] : [token, {}, new FormData()]);

  it.each([[null], [undefined], [123], [[]], [{}]])(
    "leads nowhere, like a link that was never issued: %j",
    async (token) => {
      for (const action of [
        startByMailAction,
        mailCodeAction,
        confirmCodeAction,
        startAction,
        keepDetailsAction,
        keepDocumentAction,
        takePhotoOutAction,
        sendAction,
      ])
        await expect(call(action, token), action.name).rejects.toThrow(/404/);
      expect(await call(renewLinkAction, token)).toEqual({ ok: true });
    },
  );
});
