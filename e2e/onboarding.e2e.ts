import {
  addPhoto,
  addPlainPhoto,
  chooseFile,
  codeIn,
  creator,
  expireLinks,
  fillDetails,
  fillDocument,
  proveMailbox,
  provision,
  readAccount,
  sendCheck,
  slots,
} from "./harness/creator";
import { expect, freshEmail, linkIn, mailTo, test } from "./harness/journey";
import { look } from "./harness/page";
import { liveKey } from "./harness/people";

test("errors are shown at their field, and the input stays", async ({ visitor, partner }) => {
  const email = freshEmail("creator");
  const { onboardingUrl } = await provision(await liveKey(partner.partnerId), email);
  const { page, watch } = await visitor();
  await page.goto(onboardingUrl);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await page.getByLabel("Code from the email").fill("12");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Enter the 6 digits from the email.").first()).toBeVisible();
  await look(page, "onboard-code-refused");
  await page.getByLabel("Code from the email").fill(codeIn((await mailTo(email, /is your code/)).subject));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL(/\/details$/);

  await page.getByLabel("Legal name").fill(creator.legalName);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Enter the month, day and year.").first()).toBeVisible();
  await expect(page.getByLabel("Legal name")).toHaveValue(creator.legalName);
  await look(page, "onboard-details-refused");
  await fillDetails(page);
  await page.waitForURL(/\/document$/);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("radio", { name: /Passport/ })).toBeVisible();
  await look(page, "onboard-document-refused");
  await fillDocument(page);
  watch.allow(422, /photos\/document_front$/);
  await chooseFile(page, slots.passport, Buffer.from("not a photo at all"));
  await expect(page.getByText("This file isn’t a photo that we can read.")).toBeVisible();
  await look(page, "onboard-photo-refused");
  await addPhoto(page, slots.passport, "#556677");
});

test("a person under 18 is refused, and nothing is stored", async ({ visitor, partner }) => {
  const key = await liveKey(partner.partnerId);
  const email = freshEmail("minor");
  const { accountId, onboardingUrl } = await provision(key, email);
  const { page } = await visitor();
  await page.goto(onboardingUrl);
  await proveMailbox(page, email);
  await fillDetails(page, { month: "January", day: "2", year: String(new Date().getUTCFullYear() - 17) });
  await expect(page.getByText("Is it correct?").first()).toBeVisible();
  await look(page, "onboard-age-asked");
  await page.getByLabel(/^Yes, I was born on Jan 2, /).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "You must be 18 or older" })).toBeVisible();
  await look(page, "onboard-under-age");
  await page.goto(`${onboardingUrl}/document`);
  await expect(page.getByRole("heading", { name: "You must be 18 or older" })).toBeVisible();
  await expect(page.getByText(creator.legalName)).toHaveCount(0);
  expect(await readAccount(key, accountId)).toMatchObject({ status: "pending_id_verification" });
});

test("an expired link mails a new one, and an unknown link leads nowhere", async ({ visitor, partner }) => {
  const key = await liveKey(partner.partnerId);
  const email = freshEmail("creator");
  const { accountId, onboardingUrl } = await provision(key, email);
  const first = await mailTo(email, /asks you to verify/);
  await expireLinks(accountId);

  const { page, watch } = await visitor();
  await page.goto(onboardingUrl);
  await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  await look(page, "onboard-expired");
  await page.getByRole("button", { name: "Email me a new link" }).click();
  await expect(page.getByText("Check your inbox")).toBeVisible();
  await look(page, "onboard-renewed");
  const second = await mailTo(email, /asks you to verify/, [first]);
  await page.goto(linkIn(second, /onboard/));
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/details$/);

  // Reading the account also returns a new one.
  const { onboardingUrl: rotated } = await readAccount(key, accountId);
  expect(rotated).not.toBe(onboardingUrl);

  watch.allow(404, /^\/onboard\//);
  const unknown = await page.goto(`${new URL(onboardingUrl).origin}/onboard/${"x".repeat(43)}`);
  expect(unknown?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await look(page, "onboard-unknown");
});

test("the partner's link shows a second browser nothing of the draft", async ({ visitor, partner }) => {
  const key = await liveKey(partner.partnerId);
  const email = freshEmail("creator");
  const { accountId, onboardingUrl } = await provision(key, email);
  const { page } = await visitor();
  await page.goto(onboardingUrl);
  await proveMailbox(page, email);
  await fillDetails(page);
  await fillDocument(page);
  await addPhoto(page, slots.passport, "#667788");
  const photo = `${onboardingUrl}/photos/document_front`;
  expect((await page.request.get(photo)).headers()["content-type"]).toBe("image/jpeg");

  const other = await visitor();
  const { onboardingUrl: again } = await readAccount(key, accountId);
  for (const path of ["", "/details", "/document", "/photos", "/review"]) {
    await other.page.goto(`${again}${path}`);
    await expect(other.page.getByRole("button", { name: "Email me a code" })).toBeVisible();
    const text = (await other.page.content()).replaceAll(partner.name, "");
    for (const secret of [email, creator.legalName, creator.otherNames[0], creator.number, "Portugal"]) {
      expect(text).not.toContain(secret);
    }
  }
  const nothing = await other.page.request.get(photo);
  expect([nothing.status(), (await nothing.body()).byteLength]).toEqual([204, 0]);
});

test("onboarding works without scripts", async ({ visitor, partner }) => {
  const key = await liveKey(partner.partnerId);
  const email = freshEmail("creator");
  const { accountId, onboardingUrl } = await provision(key, email);
  const { page } = await visitor({ javaScriptEnabled: false });
  await page.goto(onboardingUrl);
  await proveMailbox(page, email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Enter the month, day and year.").first()).toBeVisible();
  await fillDetails(page, { month: "March", day: "14", year: String(new Date().getUTCFullYear() - 3) });
  await expect(page.getByText("Is it correct?").first()).toBeVisible();
  await fillDetails(page);
  await fillDocument(page);
  for (const title of Object.values(slots)) await addPlainPhoto(page, title);
  await page.getByRole("link", { name: "Continue" }).click();
  await sendCheck(page);
  expect(await readAccount(key, accountId)).toMatchObject({ status: "pending_id_verification" });
});
