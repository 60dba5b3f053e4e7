import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { startAction } from "@/app/(hosted)/onboard/[token]/actions";
import { findVisitor } from "@/app/(hosted)/onboard/[token]/visitor";
import { findOnboarding, linkApprovalOf } from "@/lib/domain/accounts";
import { db } from "@/lib/platform/db";
import { eventsOf } from "@/lib/testing/effects";
import { type MadeAccount, makeAccount, makeIdentity } from "@/lib/testing/factories";
import { openBrowser, whereTo } from "@/lib/testing/next";
import { linkTo, visitByCode, visitByMail } from "@/lib/testing/onboarding-browser";
import { answerAction } from "./actions";
import ApprovePage, { generateMetadata } from "./page";

function form(value?: string, shown = ""): FormData {
  const data = new FormData();
  if (value !== undefined) data.set("answer", value);
  data.set("shown", shown);
  return data;
}

/** Presses a button of the page that the link shows now. */
async function press(token: string, value?: string) {
  const name = (await findOnboarding(token))?.partner.name ?? "";
  return whereTo(answerAction(token, {}, form(value, linkApprovalOf(name).shown)));
}
const requestOf = ({ id }: MadeAccount) => db.linkRequest.findUniqueOrThrow({ where: { accountId: id } });
const linked = async ({ id }: MadeAccount) => (await db.soloAccount.findUniqueOrThrow({ where: { id } })).userId;
const stageAt = async (token: string) => (await findVisitor(token))?.proven?.stage.at;
const visitsOf = ({ id }: MadeAccount) => db.hostedVisit.count({ where: { subjectId: id } });

/** A person with an account and a link request, in a browser with the given proof. */
async function asked({ verified = true, prove }: { verified?: boolean; prove?: typeof visitByMail } = {}) {
  const account = await makeAccount(undefined, { link: "pending" });
  if (verified) await makeIdentity(account.person);
  openBrowser(prove && (await prove(account)));
  return account;
}

describe("the answer to a link request", () => {
  it.each([
    ["approve", "approved"],
    ["decline", "declined"],
    ["not_me", "declined"],
  ])("is the pressed button: %s", async (value, decision) => {
    const account = await asked();
    const token = await linkTo(account, "mail");
    expect(await press(token, value)).toBe(`/approve/${token}`);
    expect(await requestOf(account)).toMatchObject({ decision, decidedAt: expect.any(Date) });
    expect(await linked(account)).toBe(value === "approve" ? account.person.id : null);
  });

  it("refuses a text that has changed, and attests the text that was shown", async () => {
    const account = await asked();
    const token = await linkTo(account, "mail");
    const { parts: _, ...approval } = linkApprovalOf((await findOnboarding(token))?.partner.name ?? "");
    await db.partner.update({ where: { id: account.partnerId }, data: { name: "Renamed" } });
    const late = { message: expect.stringMatching(/has changed since you opened it/) };
    expect(await whereTo(answerAction(token, {}, form("approve", approval.shown)))).toEqual(late);
    expect(await requestOf(account)).toMatchObject({ decision: "pending" });
    expect(await press(token, "approve")).toBe(`/approve/${token}`);
    expect(await press(token, "approve")).toBe(`/approve/${token}`);
    const { text } = linkApprovalOf("Renamed");
    expect(await db.attestation.findMany({ where: { userId: account.person.id } })).toMatchObject([
      { text, proof: "mail_link", userAgent: "Firefox" },
    ]);
  });

  it("proves the mailbox for its browser", async () => {
    const account = await asked({ verified: false, prove: visitByCode });
    const token = await linkTo(account, "mail");
    await press(token, "approve");
    expect(await stageAt(token)).toBe("ready");
    expect(await whereTo(startAction(token))).toBe(`/onboard/${token}/details`);
    expect(await stageAt(token)).toBe("draft");
  });

  it("is the first one, even if the person presses again", async () => {
    const account = await asked();
    const token = await linkTo(account, "mail");
    await press(token, "decline");
    const first = await requestOf(account);
    for (const value of ["approve", "decline"]) expect(await press(token, value)).toBe(`/approve/${token}`);
    expect(await requestOf(account)).toEqual(first);
    expect(await linked(account)).toBeNull();
  });

  it.each([1, 2, 3])("is one when several tabs press at the same time (%i)", async () => {
    const account = await asked();
    const token = await linkTo(account, "mail");
    const to = await Promise.all([press(token, "approve"), press(token, "decline"), press(token, "approve")]);
    expect(new Set(to)).toEqual(new Set([`/approve/${token}`]));
    const { decision } = await requestOf(account);
    expect(await linked(account)).toBe(decision === "approved" ? account.person.id : null);
    expect(await eventsOf({ id: account.partnerId })).toHaveLength(decision === "approved" ? 1 : 0);
  });

  it("is a 404 behind the platform's link, with any proof", async () => {
    for (const prove of [undefined, visitByCode, visitByMail]) {
      const account = await asked({ prove });
      const token = await linkTo(account, "partner");
      for (const value of ["approve", "decline", "not_me"]) await expect(press(token, value)).rejects.toThrow(/404/);
      expect(await requestOf(account)).toMatchObject({ decision: "pending", decidedAt: null });
    }
  });

  it("is ignored behind an expired link", async () => {
    const account = await asked({ prove: visitByMail });
    const expired = await linkTo(account, "mail");
    await db.onboardingLink.updateMany({
      where: { accountId: account.id },
      data: { createdAt: new Date(0), expiresAt: new Date(Date.now() - 1000) },
    });
    expect(await press(expired, "decline")).toBe(`/approve/${expired}`);
    expect((await requestOf(account)).decision).toBe("pending");
    expect(await visitsOf(account)).toBe(1);
  });

  it("is shown behind its link for the link's seven days, and then by the account only", async () => {
    const account = await asked();
    const token = await linkTo(account, "mail");
    await press(token, "decline");
    const props = { params: Promise.resolve({ token }) };
    const shown = async () =>
      JSON.stringify(await generateMetadata(props)) + renderToStaticMarkup(await ApprovePage(props));
    expect(await shown()).toContain("is not linked to you");
    await db.onboardingLink.updateMany({
      where: { accountId: account.id },
      data: { createdAt: new Date(0), expiresAt: new Date(Date.now() - 1000) },
    });
    openBrowser();
    expect(await shown()).toContain("This link has expired");
    expect(await shown()).not.toMatch(/is not linked|declined/i);
  });

  it("is ignored without a valid button, and then proves nothing", async () => {
    const account = await asked();
    const token = await linkTo(account, "mail");
    for (const value of [undefined, "", "approved", "yes", "toString"]) {
      expect(await press(token, value)).toEqual({ message: "We didn’t get your answer. Choose one of the buttons." });
    }
    expect((await requestOf(account)).decision).toBe("pending");
    expect(await visitsOf(account)).toBe(0);
  });

  it.each([["never-issued"], [null], [undefined], [123], [[]], [{}]])(
    "is a 404 for an invalid token: %j",
    async (token) => {
      await expect(Reflect.apply(answerAction, null, [token, {}, form("approve")])).rejects.toThrow(/404/);
    },
  );
});
