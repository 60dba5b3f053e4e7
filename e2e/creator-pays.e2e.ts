import { ops } from "./harness/api";
import {
  addPhotos,
  chooseCard,
  creator,
  creatorPays,
  expectTerms,
  fillDetails,
  fillDocument,
  payBy,
  proveMailbox,
  provision,
  readAccount,
  subscribeButton,
} from "./harness/creator";
import { expect, freshEmail, linkIn, mailTo, test } from "./harness/journey";
import { look } from "./harness/page";
import { approve, custodian, openCheck, openPhotos } from "./harness/people";

const redirectUrl = "https://platform.example.com/done";

test("a creator who pays for themselves is verified, subscribes and is active", async ({ visitor, visitorAs }) => {
  test.setTimeout(300_000);
  const { name, key } = await creatorPays();
  const email = freshEmail("robin");
  const { accountId, onboardingUrl } = await provision(key, email, { redirectUrl });
  const { page } = await visitor();

  // The price comes before any question.
  await page.goto(onboardingUrl);
  await expect(page.getByText(/\$[\d.]+ a month/)).toBeVisible();
  await look(page, "creator-start");
  await proveMailbox(page, email);
  await expect(page.getByText("Step 1 of 5")).toBeVisible();
  await look(page, "creator-details");
  await fillDetails(page);
  await fillDocument(page);
  await addPhotos(page);
  await page.getByLabel(/under penalty of perjury/).check();
  await page.getByRole("button", { name: "Send", exact: true }).click();

  await expect(page.getByRole("heading", { name: "Your subscription" })).toBeVisible();
  await expect(page.getByText("Step 5 of 5")).toBeVisible();
  await expectTerms(page);
  await look(page, "creator-subscription");
  await page.getByRole("link", { name: /^Not now/ }).click();
  await expect(page.getByRole("heading", { name: "We have your ID" })).toBeVisible();
  await look(page, "creator-in-review-unpaid");
  expect(await readAccount(key, accountId)).toMatchObject({ status: "pending_id_verification" });

  await page.goto(`${onboardingUrl}/subscription?paid=pending`);
  await expect(page.getByRole("heading", { name: "Your bank hasn’t answered yet" })).toBeVisible();
  await look(page, "creator-payment-pending");

  // A day later, from the mail, the data is still there. The first card is declined.
  await page.goto(linkIn(await mailTo(email, /asks you to verify/), /onboard/));
  await expect(subscribeButton(page)).toBeVisible();
  await payBy(page, /0002/);
  await page.waitForURL(/problem=declined/);
  await look(page, "stripe-checkout-declined");
  await chooseCard(page, /4242/);
  await expect(page.getByRole("heading", { name: "We have everything we need" })).toBeVisible();
  await look(page, "creator-in-review-paid");
  expect(await readAccount(key, accountId)).toMatchObject({ status: "subscribed_pending_id" });

  const staff = await custodian();
  const desk = await visitorAs(staff);
  await openCheck(desk.page, email);
  await openPhotos(desk.page);
  await approve(desk.page);
  await expect(desk.page.getByText(`${creator.legalName} approved`, { exact: true })).toBeVisible();
  expect(await readAccount(key, accountId)).toMatchObject({ status: "active" });

  await page.reload();
  await expect(page.getByRole("heading", { name: "All done" })).toBeVisible();
  await expect(page.getByRole("link", { name: `Continue to ${name}` })).toHaveAttribute("href", redirectUrl);
  await look(page, "creator-active");

  // The subscription ends, and starts again.
  await ops("subscription", "lapse", email);
  expect(await readAccount(key, accountId)).toMatchObject({ suspendReason: "subscription_lapsed" });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your subscription has ended" })).toBeVisible();
  await look(page, "creator-lapsed");
  await payBy(page, /4242/);
  await expect(page.getByRole("heading", { name: "All done" })).toBeVisible();
  expect(await readAccount(key, accountId)).toMatchObject({ status: "active" });

  await ops("account", "suspend", accountId, "--reason", "manual_suspension");
  await page.reload();
  await expect(page.getByRole("heading", { name: `We suspended your account at ${name}` })).toBeVisible();
  await look(page, "creator-on-hold");
});

test("a creator pays before showing an ID, without scripts", async ({ visitor }) => {
  test.setTimeout(300_000);
  const { key } = await creatorPays();
  const email = freshEmail("robin");
  const { accountId, onboardingUrl } = await provision(key, email);
  const { page } = await visitor({ javaScriptEnabled: false });
  await page.goto(onboardingUrl);
  await proveMailbox(page, email);
  await page.getByRole("link", { name: "Subscription" }).click();
  await expectTerms(page);
  await expect(page.getByRole("link", { name: "Verify my ID first" })).toBeVisible();
  await payBy(page, /3155/);
  await page.getByRole("button", { name: "Yes, it’s me" }).click();
  await page.waitForURL(/\/onboard\//);
  expect(await readAccount(key, accountId)).toMatchObject({ status: "subscribed_pending_id" });
  await page.goto(`${onboardingUrl}/subscription`);
  await expect(page.getByRole("heading", { name: "Your subscription is paid" })).toBeVisible();
  await page.getByRole("link", { name: "Verify my ID" }).click();
  await fillDetails(page);
});

test("others with the link learn nothing about the payment", async ({ visitor }) => {
  const { key } = await creatorPays();
  const email = freshEmail("robin");
  const { onboardingUrl } = await provision(key, email);
  const { page } = await visitor();
  await page.goto(onboardingUrl);
  await proveMailbox(page, email);
  await page.goto(`${onboardingUrl}/subscription`);
  await payBy(page, /4242/);
  await page.waitForURL(/\/onboard\//);
  await page.goto(`${onboardingUrl}/subscription`);
  await expect(page.getByRole("heading", { name: "Your subscription is paid" })).toBeVisible();
  await look(page, "creator-subscribed");

  const other = await visitor();
  await other.page.goto(`${onboardingUrl}/subscription`);
  await expect(other.page).toHaveURL(onboardingUrl);
  await expect(other.page.getByRole("button", { name: "Email me a code" })).toBeVisible();
});
