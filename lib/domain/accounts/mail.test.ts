import { describe, expect, it } from "vitest";
import { inviteMember } from "@/lib/domain/parties/partners";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { composeMail } from "@/lib/platform/mail/send-mail-task";
import { mailsTo } from "@/lib/testing/effects";
import {
  freshEmail,
  keyCtx,
  makeAccount,
  makePartner,
  makeUser,
  personCtx,
  portalCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { runJobs } from "@/lib/testing/run-jobs";
import { askElsewhere } from "./ask-elsewhere";
import { approveLink, declineLink } from "./link-requests";
import { greetCreator, linkApprovalMail, mailCreator, onboardingInvitationMail } from "./mail-creator";
import { findOnboarding, renewMailLink } from "./onboarding";
import { provisionAccount } from "./provision-account";
import { deactivateAccount, reactivateAccount } from "./suspend-account";

const tokenIn = (url: string | undefined) => url?.split("/").at(-1) ?? "";
const greet = (accountId: string) => runJobs(greetCreator, { accountId });
const templatesTo = async (email: string) => (await mailsTo(email)).map(({ template }) => template);

async function provision(email: string, partner?: { id: string }) {
  const owner = partner ?? (await makePartner());
  const { account } = await provisionAccount(keyCtx(owner), {
    externalUserId: newId(),
    email,
    callbackUrl: "https://platform.example.com/callback",
    firstName: "Ada",
  });
  return { partner: owner, id: account.accountId, partnerToken: tokenIn(account.onboardingUrl) };
}

describe("a new creator", () => {
  it("is invited once, by a link that only the mailbox holds", async () => {
    const email = freshEmail();
    const { id, partnerToken } = await provision(email);
    expect(await mailsTo(email)).toEqual([]);
    expect(await greet(id)).toBe(1);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.template).toBe("onboarding_invitation");
    expect(tokenIn(mail?.url)).not.toBe(partnerToken);
    expect(await findOnboarding(tokenIn(mail?.url))).toMatchObject({ kind: "mail", expired: false, account: { id } });
    expect(await findOnboarding(partnerToken)).toMatchObject({ kind: "partner" });
    // The queue may run a job twice, and being taken back adds another.
    clock.advance(DAY_MS);
    await inTransaction((tx) => mailCreator(tx, systemCtx(), { accountId: id, occasion: "service" }));
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("is not invited again by a repeated call", async () => {
    const email = freshEmail();
    const { id, partner } = await provision(email);
    await greet(id);
    await provision(email, partner);
    expect(await greet(id)).toBe(0);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("who was deactivated before the mail went out is invited when taken back", async () => {
    const email = freshEmail();
    const { id, partner } = await provision(email);
    await deactivateAccount(keyCtx(partner), id);
    await greet(id);
    expect(await mailsTo(email)).toEqual([]);
    await reactivateAccount(keyCtx(partner), id);
    await greet(id);
    expect(await templatesTo(email)).toEqual(["onboarding_invitation"]);
  });
});

describe("a mailbox that a team mails for other reasons too", () => {
  it("gets five mails a day from it, and the invitation to onboard as soon as there is room", async () => {
    const partner = await makePartner();
    const email = freshEmail();
    for (let n = 0; n < 5; n++) await inviteMember(portalCtx(partner), { email, role: "viewer" });
    const { id } = await provision(email, partner);
    await greet(id);
    expect(await templatesTo(email)).toEqual(Array(5).fill("partner_invitation"));
    clock.advance(DAY_MS);
    await greet(id);
    expect((await templatesTo(email)).at(-1)).toBe("onboarding_invitation");
  });

  it("gets as many invitations whether or not its creator was mailed, so the team can't tell", async () => {
    const partner = await makePartner();
    const email = freshEmail();
    const { id } = await provision(email, partner);
    await greet(id);
    for (let n = 0; n < 5; n++) await inviteMember(portalCtx(partner), { email, role: "viewer" });
    await expect(inviteMember(portalCtx(partner), { email, role: "viewer" })).rejects.toMatchObject({ status: 429 });
  });

  it("gets five new links a day from holders of the platform's link, and any number from its own reader", async () => {
    const email = freshEmail();
    const { id, partnerToken } = await provision(email);
    await greet(id);
    for (let n = 0; n < 20; n++) {
      clock.advance(5 * MINUTE_MS);
      await renewMailLink(partnerToken);
      await greet(id);
    }
    expect(await mailsTo(email)).toHaveLength(5);
    await renewMailLink(tokenIn((await mailsTo(email))[0]?.url));
    await greet(id);
    expect(await mailsTo(email)).toHaveLength(6);
  });
});

describe("a person the service knows", () => {
  it("is asked, once a day over all platforms; the next question waits its turn", async () => {
    const { email } = await makeUser();
    const one = await provision(email);
    const two = await provision(email);
    const three = await provision(email);
    for (const { id } of [one, two, three]) await greet(id);
    expect(await templatesTo(email)).toEqual(["link_approval"]);
    clock.advance(DAY_MS - MINUTE_MS);
    for (const { id } of [two, three]) await greet(id);
    expect(await mailsTo(email)).toHaveLength(1);
    clock.advance(MINUTE_MS);
    for (const { id } of [two, three]) await greet(id);
    expect(await mailsTo(email)).toHaveLength(2);
    clock.advance(DAY_MS);
    for (const { id } of [two, three]) await greet(id);
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(3);
    const accounts = await Promise.all(mails.map(({ url }) => findOnboarding(tokenIn(url))));
    expect(new Set(accounts.map((found) => found?.account.id))).toEqual(new Set([one.id, two.id, three.id]));
  });

  it("is asked about a second platform even if the first repeats its request all day", async () => {
    const { email } = await makeUser();
    const [one, two] = [await provision(email), await provision(email)];
    for (const { id } of [one, two]) await greet(id);
    expect(await mailsTo(email)).toHaveLength(1);
    // The page's job goes first in every round, also in the one in which a question may go out.
    const askAgain = async () => {
      await renewMailLink(one.partnerToken);
      await greet(one.id);
      await greet(two.id);
    };
    for (let hour = 1; hour <= 24; hour++) {
      clock.advance(DAY_MS / 24);
      await askAgain();
    }
    const asked = async () =>
      Promise.all((await mailsTo(email)).map(async ({ url }) => (await findOnboarding(tokenIn(url)))?.account.id));
    expect(await asked()).toEqual([one.id, two.id]);
    clock.advance(DAY_MS);
    await askAgain();
    expect(await asked()).toEqual([one.id, two.id, one.id]);
  });

  it("is asked again by one platform while another's question may not be mailed, or need not", async () => {
    const user = await makeUser();
    const one = await provision(user.email);
    await greet(one.id);
    const held = await provision(user.email);
    await deactivateAccount(keyCtx(held.partner), held.id);
    const declined = await provision(user.email);
    await declineLink(personCtx(user), declined.id);
    for (const { id } of [held, declined]) await greet(id);
    clock.advance(DAY_MS);
    await renewMailLink(one.partnerToken);
    await greet(one.id);
    expect(await mailsTo(user.email)).toHaveLength(2);
  });

  it("is led to the question, and a new creator into the onboarding", async () => {
    const { email } = await makeUser();
    const newcomer = freshEmail();
    for (const address of [email, newcomer]) await greet((await provision(address)).id);
    expect((await mailsTo(email))[0]?.url).toMatch(/\/approve\/[\w-]{43}$/);
    expect((await mailsTo(newcomer))[0]?.url).toMatch(/\/onboard\/[\w-]{43}$/);
  });

  it("is asked about an account that they were invited to, when it turns out not to be theirs to be named", async () => {
    const email = freshEmail();
    const { id } = await provision(email);
    await greet(id);
    const { id: userId } = await db.user.findUniqueOrThrow({ where: { email } });
    await inTransaction((tx) => askElsewhere(tx, systemCtx(), { userId, accountId: null }));
    await greet(id);
    expect(await templatesTo(email)).toEqual(["onboarding_invitation", "link_approval"]);
  });

  it("is asked once when two jobs run at the same moment", async () => {
    for (let round = 0; round < 4; round++) {
      const { email } = await makeUser();
      const accounts = await Promise.all([provision(email), provision(email), provision(email)]);
      await Promise.all(accounts.map(({ id }) => greet(id)));
      expect(await mailsTo(email)).toHaveLength(1);
    }
  });

  it("who declined is never mailed about that platform again, on whatever occasion or account", async () => {
    const user = await makeUser();
    const { id, partner, partnerToken } = await provision(user.email);
    await greet(id);
    const mailToken = tokenIn((await mailsTo(user.email))[0]?.url);
    await declineLink(personCtx(user), id);
    const former = await makeAccount(await makePartner({ id: newId() }), {});
    await db.soloAccount.update({ where: { id: former.id }, data: { partnerId: partner.id, userId: null } });
    await db.linkRequest.create({
      data: { id: newId(), accountId: former.id, partnerId: partner.id, userId: user.id },
    });
    clock.advance(30 * DAY_MS);
    await provision(user.email, partner);
    for (const token of [partnerToken, mailToken]) await renewMailLink(token);
    for (const accountId of [id, former.id]) {
      await greet(accountId);
      for (const occasion of ["service", "page", "mailbox"] as const) {
        await inTransaction((tx) => mailCreator(tx, systemCtx(), { accountId, occasion }));
      }
    }
    expect(await mailsTo(user.email)).toHaveLength(1);
    expect(await mailsTo(former.email)).toEqual([]);
    const elsewhere = await provision(user.email);
    await greet(elsewhere.id);
    expect(await mailsTo(user.email)).toHaveLength(2);
  });

  it("who approved before the mail went out gets the invitation only where an ID is still wanted", async () => {
    const user = await makeUser();
    const { id } = await provision(user.email);
    await approveLink(personCtx(user), id);
    await greet(id);
    expect(await templatesTo(user.email)).toEqual(["onboarding_invitation"]);
    const active = await makeAccount(undefined, { status: "active" });
    await inTransaction((tx) => mailCreator(tx, systemCtx(), { accountId: active.id, occasion: "service" }));
    expect(await mailsTo(active.email)).toEqual([]);
  });
});

describe("asking for a new link", () => {
  it("mails one, at most once in five minutes, by either link of a new creator", async () => {
    const email = freshEmail();
    const { id, partnerToken } = await provision(email);
    await greet(id);
    const press = async (token: string) => {
      await renewMailLink(token);
      await greet(id);
    };
    await press(partnerToken);
    expect(await mailsTo(email)).toHaveLength(1);
    clock.advance(8 * DAY_MS);
    const expired = tokenIn((await mailsTo(email))[0]?.url);
    expect(await findOnboarding(expired)).toMatchObject({ expired: true });
    await press(expired);
    await press(expired);
    await press(partnerToken);
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(2);
    expect(await findOnboarding(tokenIn(mails[1]?.url))).toMatchObject({ kind: "mail", expired: false });
    clock.advance(5 * MINUTE_MS);
    await press(partnerToken);
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it("keeps to one question a day where the platform's link is used, and answers the mailbox at once", async () => {
    const { email } = await makeUser();
    const { id, partnerToken } = await provision(email);
    await greet(id);
    clock.advance(DAY_MS - MINUTE_MS);
    await renewMailLink(partnerToken);
    await greet(id);
    expect(await mailsTo(email)).toHaveLength(1);
    await renewMailLink(tokenIn((await mailsTo(email))[0]?.url));
    await greet(id);
    expect(await templatesTo(email)).toEqual(["link_approval", "link_approval"]);
    clock.advance(DAY_MS);
    await renewMailLink(partnerToken);
    await greet(id);
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it("with a token that leads nowhere does nothing", async () => {
    await expect(renewMailLink("nonsense")).resolves.toBeUndefined();
  });
});

describe("the mails", () => {
  const props = { url: "https://records.example.com/onboard/token", partnerName: "Fan & Club", firstName: "Ada" };

  it.each([onboardingInvitationMail, linkApprovalMail])(
    "say who asks, why, what to do and how to stop ($name)",
    async (template) => {
      const { subject, text, html } = await composeMail(template, props);
      expect(subject).toContain("Fan & Club");
      expect(text).toContain("Hello Ada,");
      expect(text).toContain("2257");
      expect(text).toContain(props.url);
      expect(html).toContain("Fan &amp; Club");
    },
  );

  it("invite with the price, where the creator pays and nowhere else", async () => {
    for (const [plan, price] of [
      ["creator_pays", "$19.99"],
      ["platform_pays", null],
    ] as const) {
      const email = freshEmail();
      const { account } = await provisionAccount(keyCtx(await makePartner({ plan })), {
        externalUserId: email,
        email,
        callbackUrl: "https://platform.example.com/callback",
      });
      await runJobs(greetCreator, { accountId: account.accountId });
      expect((await mailsTo(email))[0]?.props).toMatchObject({ price });
      const { text } = await composeMail(onboardingInvitationMail, { ...props, price });
      expect(text.includes("$19.99 a month by card")).toBe(price !== null);
    }
  });

  it("greet with what looks like a name, and carry nothing else", async () => {
    for (const firstName of [
      "https://evil.example",
      "www.evil.example",
      "a@b.c",
      "x".repeat(60),
      "Call +1 555",
      null,
    ]) {
      const { text } = await composeMail(onboardingInvitationMail, { ...props, firstName });
      expect(text).toContain("Hello,");
      if (firstName) expect(text).not.toContain(firstName);
    }
    const { text } = await composeMail(onboardingInvitationMail, { ...props, firstName: "Anne-Marie O’Neil" });
    expect(text).toContain("Hello Anne-Marie O’Neil,");
  });
});
