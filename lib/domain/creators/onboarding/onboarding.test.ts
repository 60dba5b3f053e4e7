import { describe, expect, it } from "vitest";
import { approveLink, findOnboarding } from "@/lib/domain/accounts";
import { accountSubject, findVisit, forgetVisits } from "@/lib/domain/acts/visits";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { mailsTo } from "@/lib/testing/effects";
import { makeAccount, makeIdentity, personCtx, systemCtx } from "@/lib/testing/factories";
import { makeFullDraft } from "@/lib/testing/identity-checks";
import { onboardingOf } from "@/lib/testing/onboarding-browser";
import { checkCode, maskAddress, proveByMailLink, readStage, sendCode } from ".";

const ctx = systemCtx("onboarding");

async function codesTo(address: string): Promise<string[]> {
  const mails = await mailsTo(address);
  return mails.filter(({ template }) => template === "onboarding_code").map(({ props }) => String(props.code));
}

async function askForCode(accountId: string, visitToken?: string) {
  const sent = await sendCode(ctx, { accountId, visitToken });
  if (sent.outcome !== "sent") throw new Error(sent.outcome);
  return sent.cookie?.token ?? visitToken;
}

const byMail = { id: "a visit by the mailed link", provenBy: "mail_link" } as const;

describe("a code", () => {
  it("proves the mailbox for the browser that requested it, with a new cookie", async () => {
    const account = await makeAccount();
    const visitToken = await askForCode(account.id);
    expect((await findVisit(accountSubject(account.id), visitToken))?.mailboxProvenAt).toBeNull();
    const [code = ""] = await codesTo(account.email);
    expect(code).toMatch(/^\d{6}$/);
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    const checked = await checkCode(ctx, { accountId: account.id, visitToken, code: typed });
    if (checked.outcome !== "proven") throw new Error(checked.outcome);
    expect((await findVisit(accountSubject(account.id), checked.cookie.token))?.mailboxProvenAt).toBeInstanceOf(Date);
    expect(await findVisit(accountSubject(account.id), visitToken)).toBeNull();
  });

  it("does not work in another browser or for another account", async () => {
    const account = await makeAccount();
    await askForCode(account.id);
    const [code = ""] = await codesTo(account.email);
    expect(await checkCode(ctx, { accountId: account.id, visitToken: undefined, code })).toEqual({ outcome: "over" });
    const stranger = await makeAccount();
    const theirs = await askForCode(stranger.id);
    expect(await checkCode(ctx, { accountId: account.id, visitToken: theirs, code })).toEqual({ outcome: "over" });
    const again = await sendCode(ctx, { accountId: account.id, visitToken: theirs });
    expect(again.outcome === "sent" && again.cookie?.token !== theirs).toBe(true);
  });

  it("allows five tries, also in parallel", async () => {
    const account = await makeAccount();
    const visitToken = await askForCode(account.id);
    const [code = ""] = await codesTo(account.email);
    const wrong = code === "000000" ? "111111" : "000000";
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => checkCode(ctx, { accountId: account.id, visitToken, code: wrong })),
    );
    expect(tries.filter(({ outcome }) => outcome === "wrong")).toHaveLength(4);
    expect(await checkCode(ctx, { accountId: account.id, visitToken, code })).toEqual({ outcome: "over" });
    expect((await db.hostedVisit.findFirstOrThrow({ where: { subjectId: account.id } })).codeTries).toBe(5);
  });

  it("works once, also when sent twice in parallel", async () => {
    const account = await makeAccount();
    const visitToken = await askForCode(account.id);
    const [code = ""] = await codesTo(account.email);
    const results = await Promise.all([1, 2].map(() => checkCode(ctx, { accountId: account.id, visitToken, code })));
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(["over", "proven"]);
  });

  it("works for ten minutes", async () => {
    clock.freeze("2026-11-21T12:00:00Z");
    const account = await makeAccount();
    const visitToken = await askForCode(account.id);
    const [code = ""] = await codesTo(account.email);
    clock.advance(10 * MINUTE_MS);
    expect(await checkCode(ctx, { accountId: account.id, visitToken, code })).toEqual({ outcome: "over" });
  });

  it("is replaced by the next one, after a minute at the earliest", async () => {
    clock.freeze("2026-11-21T12:00:00Z");
    const account = await makeAccount();
    const visitToken = await askForCode(account.id);
    clock.advance(59_000);
    expect((await sendCode(ctx, { accountId: account.id, visitToken })).outcome).toBe("too_soon");
    clock.advance(1000);
    await askForCode(account.id, visitToken);
    const [first = "", second = ""] = await codesTo(account.email);
    if (first !== second) {
      expect((await checkCode(ctx, { accountId: account.id, visitToken, code: first })).outcome).toBe("wrong");
    }
    expect((await checkCode(ctx, { accountId: account.id, visitToken, code: second })).outcome).toBe("proven");
  });

  it("is mailed at most five times an hour and fifteen times a day, over all browsers", async () => {
    clock.freeze("2026-11-21T12:00:00Z");
    const account = await makeAccount();
    const atOnce = await Promise.all(
      Array.from({ length: 9 }, () => sendCode(ctx, { accountId: account.id, visitToken: undefined })),
    );
    expect(atOnce.filter(({ outcome }) => outcome === "sent")).toHaveLength(5);
    expect(await codesTo(account.email)).toHaveLength(5);
    for (let hour = 0; hour < 6; hour++) {
      clock.advance(61 * MINUTE_MS);
      await Promise.all(
        Array.from({ length: 6 }, () => sendCode(ctx, { accountId: account.id, visitToken: undefined })),
      );
    }
    expect(await codesTo(account.email)).toHaveLength(15);
    clock.advance(DAY_MS);
    expect((await sendCode(ctx, { accountId: account.id, visitToken: undefined })).outcome).toBe("sent");
  });

  it("gets the same answer for every address", async () => {
    const unknown = await makeAccount();
    const asked = await makeAccount(undefined, { link: "pending" });
    const declined = await makeAccount(undefined, { link: "declined" });
    const answers = await Promise.all(
      [unknown, asked, declined].map(({ id }) => sendCode(ctx, { accountId: id, visitToken: undefined })),
    );
    expect(answers.map(({ outcome }) => outcome)).toEqual(["sent", "sent", "sent"]);
    expect(await codesTo(unknown.email)).toHaveLength(1);
    expect(await codesTo(asked.email)).toHaveLength(1);
    // We never mail them about that platform again.
    expect(await codesTo(declined.email)).toHaveLength(0);
  });

  it("is stored as a keyed hash", async () => {
    const account = await makeAccount();
    await askForCode(account.id);
    const [code = ""] = await codesTo(account.email);
    const visit = await db.hostedVisit.findFirstOrThrow({ where: { subjectId: account.id } });
    expect(Buffer.from(visit.codeHash ?? []).toString("latin1")).not.toContain(code);
    const lines = await db.ledgerEntry.findMany({ where: { subjectId: account.id } });
    expect(JSON.stringify(lines.map(({ detail }) => detail))).not.toContain(code);
  });
});

describe("a visit", () => {
  it("by the mailed link is proven at once in that browser, for seven days", async () => {
    clock.freeze("2026-11-21T12:00:00Z");
    const account = await makeAccount();
    const { cookie } = await proveByMailLink(ctx, { accountId: account.id, visitToken: undefined });
    expect((await findVisit(accountSubject(account.id), cookie.token))?.mailboxProvenAt).toBeInstanceOf(Date);
    expect(await findVisit(accountSubject((await makeAccount()).id), cookie.token)).toBeNull();
    clock.advance(7 * DAY_MS);
    expect(await findVisit(accountSubject(account.id), cookie.token)).toBeNull();
    clock.advance(25 * HOUR_MS);
    expect(await forgetVisits()).toBeGreaterThanOrEqual(1);
    expect(await db.hostedVisit.count({ where: { subjectId: account.id } })).toBe(0);
  });
});

describe("the stage", () => {
  it("follows from the account and the check", async () => {
    const fresh = await makeAccount();
    expect(await readStage(await onboardingOf(fresh.id), byMail)).toEqual({ at: "ready" });
    const { account } = await makeFullDraft(fresh);
    expect((await readStage(await onboardingOf(account.id), byMail)).at).toBe("draft");

    const asked = await makeAccount(undefined, { link: "pending" });
    await makeIdentity(asked.person);
    expect(await readStage(await onboardingOf(asked.id), byMail)).toEqual({ at: "link_asked" });
    await approveLink(personCtx(asked.person), asked.id);
    expect((await readStage(await onboardingOf(asked.id), byMail)).at).toBe("verified");

    const declined = await makeAccount(undefined, { link: "declined" });
    expect(await readStage(await onboardingOf(declined.id), byMail)).toEqual({ at: "link_declined" });
  });
});

describe("addresses and tokens", () => {
  it("masks an address", () => {
    expect(maskAddress("ada.lovely@mail.example.com")).toBe("a•••@m•••.com");
    expect(maskAddress("x@localhost")).toBe("x•••@l•••");
  });

  it("finds no onboarding for an unknown token", async () => {
    expect(await findOnboarding("nonsense")).toBeNull();
  });
});
