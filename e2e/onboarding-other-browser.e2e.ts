import type { Page } from "@playwright/test";
import { codeIn, creator, fillDetails, provision } from "./harness/creator";
import { expect, freshEmail, linkIn, mailsTo, mailTo, test } from "./harness/journey";
import { look } from "./harness/page";
import { liveKey, teamMember } from "./harness/people";

const askedByMail = (page: Page) => page.getByRole("heading", { name: "Continue from our email" });

/** Opens the platform's link and enters the mailed code. */
async function typeCode(page: Page, url: string, email: string): Promise<void> {
  const before = await mailsTo(email);
  await page.goto(url);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await page.getByLabel("Code from the email").fill(codeIn((await mailTo(email, /is your code/, before)).subject));
  await page.getByRole("button", { name: "Confirm" }).click();
}

test("a phished code shows nothing of what the creator enters", async ({ visitor, partner }) => {
  const email = freshEmail("creator");
  const { onboardingUrl } = await provision(await liveKey(partner.partnerId), email);
  const invitation = await mailTo(email, /asks you to verify/);
  const thief = await visitor();
  await typeCode(thief.page, onboardingUrl, email);
  await thief.page.waitForURL(/\/details$/);

  const { page } = await visitor();
  await typeCode(page, onboardingUrl, email);
  await expect(askedByMail(page)).toBeVisible();
  await look(page, "onboard-begun-elsewhere");
  await page.getByRole("button", { name: "Email me the link" }).click();
  await expect(page.getByText("Check your inbox")).toBeVisible();
  await look(page, "onboard-begun-elsewhere-mailed");
  await page.goto(linkIn(invitation, /onboard/));
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/details$/);
  await fillDetails(page);
  await page.waitForURL(/\/document$/);

  for (const path of ["", "/details", "/document", "/photos", "/review"]) {
    await thief.page.goto(`${onboardingUrl}${path}`);
    await expect(askedByMail(thief.page)).toBeVisible();
    for (const secret of [email, creator.legalName, creator.otherNames[0]]) {
      expect(await thief.page.content()).not.toContain(secret);
    }
  }
  // The creator returns, on the device with the mail.
  await page.goto(onboardingUrl);
  await page.waitForURL(/\/document$/);
});

test("a person with an account sees the same page behind a code", async ({ visitor, partner }) => {
  const email = await teamMember(partner.partnerId, "viewer");
  const { onboardingUrl } = await provision(await liveKey(partner.partnerId), email);
  const question = await mailTo(email, /know whether you are verified/);
  const { page } = await visitor();
  await typeCode(page, onboardingUrl, email);
  await expect(askedByMail(page)).toBeVisible();
  await look(page, "onboard-asked-by-mail");
  await page.goto(linkIn(question, /^\/approve\//));
  await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
});
