import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeIdentity, makeUser } from "@/lib/testing/factories";
import { api } from "./harness/api";
import { creatorPays, expireLinks, payBy, provision, readAccount, subscribeButton } from "./harness/creator";
import { expect, freshEmail, linkIn, mailsTo, mailTo, test } from "./harness/journey";
import { look } from "./harness/page";
import { liveKey } from "./harness/people";

const redirectUrl = "https://platform.example.com/done";
const QUESTION = /know whether you are verified/;

/** A person who is already verified. */
async function verifiedPerson(): Promise<string> {
  const user = await makeUser({ email: freshEmail("known") });
  await makeIdentity(user);
  return user.email;
}

const asked = async (email: string) => linkIn(await mailTo(email, QUESTION), /^\/approve\//);

test("a verified person approves a platform from the mail, once", async ({ visitor, partner }) => {
  const key = await liveKey(partner.partnerId);
  const email = await verifiedPerson();
  const { accountId } = await provision(key, email, { redirectUrl });
  const link = await asked(email);
  // Mail scanners open every link, more than once.
  const { page } = await visitor();
  for (let twice = 0; twice < 2; twice++) expect((await page.request.get(link)).status()).toBe(200);
  expect(await readAccount(key, accountId)).toMatchObject({ status: "pending_id_verification" });

  await page.goto(link);
  await expect(page.getByRole("heading", { name: `May ${partner.name} know whether you are verified?` })).toBeVisible();
  await look(page, "approve-question");
  const second = await page.context().newPage();
  await second.goto(link);
  await page.getByRole("button", { name: "Approve" }).dblclick();
  await expect(page.getByRole("heading", { name: `${partner.name} knows that you are verified` })).toBeVisible();
  await expect(page.getByRole("link", { name: `Continue to ${partner.name}` })).toHaveAttribute("href", redirectUrl);
  await look(page, "approve-approved");
  expect(await readAccount(key, accountId)).toMatchObject({ status: "active" });

  // The other tab is too late, and shows the answer.
  await second.getByRole("button", { name: "Decline" }).click();
  await expect(second.getByRole("heading", { name: `${partner.name} knows that you are verified` })).toBeVisible();
  expect(await readAccount(key, accountId)).toMatchObject({ status: "active" });
});

test("a verified person without a subscription approves, and subscribes", async ({ visitor }) => {
  const { key } = await creatorPays();
  const email = await verifiedPerson();
  const { accountId } = await provision(key, email, { redirectUrl });
  const { page } = await visitor();
  await page.goto(await asked(email));
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved", { exact: true })).toBeVisible();
  await look(page, "approve-approved-more");
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByText("Your ID is verified. This is the last step.")).toBeVisible();
  await look(page, "approve-subscription");
  await payBy(page, /4242/);
  await expect(page.getByRole("heading", { name: "All done" })).toBeVisible();
  expect(await readAccount(key, accountId)).toMatchObject({ status: "active" });

  // A late message about the payment restores the status that Stripe knows.
  await expect(async () => {
    await db.subscription.updateMany({
      where: { user: { email } },
      data: { status: "past_due", graceEndsAt: new Date(Date.now() + 9 * 86_400_000) },
    });
    await page.reload();
    await expect(page.getByText("Your last payment did not go through")).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await look(page, "creator-past-due");
  await page.getByRole("button", { name: "Use another card" }).click();
  await page.waitForURL(/\/p\/session\/bps_/);
});

test("a decline is final, sends no event, and ends the mails about that platform", async ({ visitor, partner }) => {
  const key = await liveKey(partner.partnerId);
  for (const button of ["Decline", "This is not me"]) {
    const email = await verifiedPerson();
    const { accountId } = await provision(key, email);
    const before = await readAccount(key, accountId);
    const { page } = await visitor();
    const link = await asked(email);
    await page.goto(link);
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("heading", { name: `${partner.name} is not linked to you` })).toBeVisible();
    if (button === "Decline") await look(page, "approve-declined");
    await page.goto(link);
    await expect(page.getByRole("button")).toHaveCount(0);
    expect(await readAccount(key, accountId)).toEqual(before);
    await api(key).post("/solo-accounts", {
      externalUserId: newId(),
      email,
      callbackUrl: "https://platform.example.com/hooks",
    });
    expect(await mailsTo(email)).toHaveLength(1);
  }
});

test("an expired question is mailed again, and the platform's link never leads to it", async ({ visitor, partner }) => {
  const key = await liveKey(partner.partnerId);
  const email = await verifiedPerson();
  const { accountId, onboardingUrl } = await provision(key, email);
  const first = await mailTo(email, QUESTION);
  await expireLinks(accountId);
  const { page, watch } = await visitor();
  await page.goto(linkIn(first, /^\/approve\//));
  await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  await look(page, "approve-expired");
  await page.getByRole("button", { name: "Email me a new link" }).click();
  await page.goto(linkIn(await mailTo(email, QUESTION, [first]), /^\/approve\//));
  await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();

  watch.allow(404, /^\/approve\//);
  const token = new URL(onboardingUrl).pathname.split("/").at(-1);
  expect((await page.goto(`${new URL(onboardingUrl).origin}/approve/${token}`))?.status()).toBe(404);
});

test("the page names the platform that paused a creator, and who can end the pause", async ({ visitor, partner }) => {
  const key = await liveKey(partner.partnerId);
  const email = freshEmail("creator");
  const { accountId } = await provision(key, email, { redirectUrl });
  const { page } = await visitor();
  await page.goto(linkIn(await mailTo(email, /asks you to verify/), /onboard/));
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/details$/);
  await api(key).post(`/solo-accounts/${accountId}/deactivate`);
  await page.goto(page.url().replace(/\/details$/, ""));
  await expect(page.getByRole("heading", { name: `${partner.name} suspended your account` })).toBeVisible();
  await look(page, "creator-paused");
  await expect(subscribeButton(page)).toHaveCount(0);
});
