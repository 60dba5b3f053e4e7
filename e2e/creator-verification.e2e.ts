import { ops } from "./harness/api";
import {
  addPhoto,
  creator,
  fillDetails,
  fillDocument,
  provision,
  readAccount,
  sendCheck,
  slot,
  slots,
} from "./harness/creator";
import { expect, freshEmail, linkIn, mailTo, signInByMail, test } from "./harness/journey";
import { look, ON_PHONE } from "./harness/page";
import { custodian, findCheck, ledgerActions, openPhotos } from "./harness/people";

test("a creator is verified: from the portal's first key to an API that says active", { tag: "@desk" }, async ({
  visitor,
  partner,
}) => {
  test.setTimeout(300_000);
  const owner = await visitor({ permissions: ["clipboard-read", "clipboard-write"] });
  await signInByMail(owner.page, partner.ownerEmail);
  await expect(owner.page).toHaveURL(/\/portal$/);
  await expect(owner.page.getByText("Getting started")).toBeVisible();
  await look(owner.page, "overview-new");

  // A live key is shown once, and not after a reload.
  await owner.page.goto("/portal/keys");
  await expect(owner.page.getByText("You have a test key.")).toBeVisible();
  await look(owner.page, "keys-new");
  await owner.page.getByRole("button", { name: "Create a key" }).click();
  await expect(owner.page.getByLabel("Name")).toBeFocused();
  await owner.page.getByLabel("Name").fill("Production");
  await look(owner.page, "keys-create");
  await owner.page.getByRole("button", { name: "Create key" }).click();
  await expect(owner.page.getByRole("heading", { name: "Your new key" })).toBeFocused();
  const secret = owner.page.getByRole("figure").filter({ hasText: "API key" });
  await secret.getByRole("button", { name: "Copy" }).click();
  const key = await owner.page.evaluate(() => navigator.clipboard.readText());
  expect(key).toMatch(/^svc_live_[0-9A-Za-z]{38}$/);
  await expect(secret.locator("code")).toHaveText(key);
  await look(owner.page, "keys-created");
  await owner.page.getByRole("button", { name: "I have stored the key" }).click();
  await expect(owner.page.getByRole("button", { name: "Create a key" })).toBeFocused();
  await owner.page.reload();
  await expect(owner.page.getByText("Production", { exact: true })).toBeVisible();
  expect(await owner.page.content()).not.toContain(key);

  const email = freshEmail("robin");
  const redirectUrl = "https://platform.example.com/done";
  const { accountId, onboardingUrl } = await provision(key, email, { firstName: "Robin", redirectUrl });

  // The creator, on a phone.
  const person = await visitor(ON_PHONE);
  const { page } = person;
  await page.goto(onboardingUrl);
  await expect(page.getByRole("heading", { name: `Verify your ID for ${partner.name}` })).toBeVisible();
  await look(page, "onboard");
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(page.getByLabel("Code from the email")).toBeVisible();
  await look(page, "onboard-code");
  await page.goto(onboardingUrl);
  await page
    .getByLabel("Code from the email")
    .fill(/\d{6}/.exec((await mailTo(email, /is your code/)).subject)?.[0] ?? "");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL(/\/details$/);
  await look(page, "onboard-details");
  await fillDetails(page);
  await page.waitForURL(/\/document$/);
  await look(page, "onboard-document");
  await fillDocument(page);
  await look(page, "onboard-photos");
  await addPhoto(page, slots.passport, "#8899aa");

  // Halfway through, the creator switches devices. The mailed link continues at the same step.
  await page.goto("about:blank");
  await page.goto(linkIn(await mailTo(email, /asks you to verify/), /onboard/));
  await expect(page).toHaveURL(/\/photos$/);
  await expect(slot(page, slots.passport).getByRole("button", { name: /Remove/ })).toBeVisible();
  await addPhoto(page, slots.person, "#aa9988");
  await look(page, "onboard-photos-there");
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL(/\/review$/);
  for (const text of [creator.legalName, creator.number, creator.otherNames.join(", "), "Mar 14, 1994"]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await look(page, "onboard-review");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("One thing needs another look")).toBeVisible();
  await sendCheck(page);
  await look(page, "onboard-sent");
  await expect(page.getByRole("link", { name: `Continue to ${partner.name}` })).toHaveAttribute("href", redirectUrl);
  expect(await readAccount(key, accountId)).toMatchObject({ status: "pending_id_verification" });

  // The custodian.
  const staff = await custodian();
  const desk = await visitor();
  await signInByMail(desk.page, staff);
  await expect(desk.page).toHaveURL(/\/custodian\/identities$/);
  await expect(desk.page.getByRole("heading", { name: "Identities" })).toBeVisible();
  await look(desk.page, "custodian-queue");
  await findCheck(desk.page, email);
  await desk.page.keyboard.press("Escape");
  await desk.page.keyboard.press("j");
  await expect(desk.page.getByRole("row").getByRole("link")).toBeFocused();
  await desk.page.keyboard.press("Enter");
  await expect(desk.page.getByRole("button", { name: "Approve" })).toBeDisabled();
  await look(desk.page, "custodian-closed");
  await openPhotos(desk.page);
  await look(desk.page, "custodian-open");
  const reviewed = desk.page.url();
  await desk.page.keyboard.press("a");
  await expect(desk.page.getByText("Check all five statements before you approve.")).toBeVisible();
  for (const key of ["1", "2", "3", "4", "5"]) await desk.page.keyboard.press(key);
  await expect(desk.page.getByText("Check all five statements before you approve.")).toHaveCount(0);
  await look(desk.page, "custodian-approve");
  await desk.page.keyboard.press("a");
  await expect(desk.page.getByText("Show every photo before you approve.")).toBeVisible();
  await desk.page.keyboard.press("v");
  await desk.page.keyboard.press("a");
  await expect(desk.page.getByText(`${creator.legalName} approved`, { exact: true })).toBeVisible();
  // The check that has waited longest, from any journey, or the empty queue.
  await desk.page.waitForURL((url) => url.href !== reviewed && url.pathname.startsWith("/custodian/identities"));
  await expect(desk.page.getByRole("dialog")).toHaveCount(0);

  const account = await readAccount(key, accountId);
  expect(account.status).toBe("active");
  expect(account.onboardingUrl).toBeUndefined();
  expect(account.verifiedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(JSON.stringify(account)).not.toContain(creator.legalName);
  const approved = await mailTo(email, /Your ID is verified/);
  expect(approved.text).not.toContain(creator.legalName);
  await page.reload();
  await expect(page.getByRole("heading", { name: "All done" })).toBeVisible();
  await look(page, "onboard-verified");

  // The ledger has one view of the page and one of the photos, and the chain is intact.
  expect(await ledgerActions(staff, reviewed.split("/").at(-1) ?? "")).toEqual([
    "identity_check.viewed",
    "identity_check.opened",
    "identity_check.approved",
  ]);
  expect(await ops("ledger", "verify")).toMatchObject({ ok: true, firstBroken: null });

  await owner.page.goto("/portal/requests");
  await expect(owner.page.getByText("/api/v1/solo-accounts").first()).toBeVisible();
  await owner.page.goto("/portal/creators");
  await expect(owner.page.getByText(email)).toBeVisible();
  await look(owner.page, "creators");
  await owner.page.goto("/portal");
  await look(owner.page, "overview");
});
