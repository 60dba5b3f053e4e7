import { describe, expect, it } from "vitest";
import { composeMail } from "@/lib/platform/mail/send-mail-task";
import { mailsTo } from "@/lib/testing/effects";
import { freshEmail, keyCtx, makePartner } from "@/lib/testing/factories";
import { runJobs } from "@/lib/testing/run-jobs";
import { greetCreator } from "./mail-creator";
import { linkApprovalMail, onboardingInvitationMail } from "./mails";
import { provisionAccount } from "./provision-account";

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
