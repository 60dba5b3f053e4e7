import type { Page } from "@playwright/test";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { makeSubmitted } from "@/lib/testing/identity-checks";
import { codeOf } from "@/lib/testing/second-factors";
import { expect, mailTo, pressMailedLink, signInByMail, test } from "./harness/journey";
import { look } from "./harness/page";
import { custodian, teamMember } from "./harness/people";

/** Enters the first code of the app whose key the page shows. Returns the key. */
async function addApp(page: Page): Promise<string> {
  const secret = ((await page.locator("pre code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code").fill(codeOf(secret));
  await page.getByRole("button", { name: "Add the app" }).click();
  await expect(page.getByRole("heading", { name: "Your second factor is set up" })).toBeVisible();
  return secret;
}

/** Makes recovery codes on the page that offers them. */
async function makeCodes(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: "Make recovery codes" }).click();
  await expect(page.getByText("Save these codes now")).toBeVisible();
  const codes = ((await page.locator("pre code").textContent()) ?? "").split("\n");
  expect(codes).toHaveLength(10);
  return codes;
}

/** Lets the app's next code be accepted at once, without waiting for the next time step. */
const forgetLastCode = (email: string) =>
  db.totpSecret.updateMany({ where: { user: { email } }, data: { lastStep: 0 } });

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Confirm" }).click();
}

test("an owner adds an authenticator app, and the mailed link asks for its code", async ({ visitor, partner }) => {
  const { page } = await visitor();
  await signInByMail(page, partner.ownerEmail);
  await page.goto("/portal/security");
  await page.getByRole("button", { name: "Set up an app" }).click();
  await expect(page.getByRole("heading", { name: "Authenticator app" })).toBeVisible();
  await look(page, "second-factor-app");
  const secret = await addApp(page);
  await look(page, "second-factor-done");
  const [recovery = ""] = await makeCodes(page);
  await look(page, "second-factor-codes");
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/portal\/security$/);
  await expect(page.getByRole("button", { name: "Remove the app" })).toBeVisible();
  await expect(page.getByText("You have 10 left.")).toBeVisible();
  await look(page, "security-app");
  await mailTo(partner.ownerEmail, /authenticator app was added/);

  const later = await visitor();
  await pressMailedLink(later.page, partner.ownerEmail, "/sign-in?to=/portal/keys");
  await expect(later.page.getByText("Your account also needs a second factor.")).toBeVisible();
  await look(later.page, "second-step");
  // It opens nothing else.
  for (const path of ["/portal", "/account", "/portal/keys"]) {
    await later.page.goto(path);
    await expect(later.page).toHaveURL((url) => url.pathname === "/sign-in/second-step");
  }
  await enter(later.page, "aaaa-aaaa-aaaa-aaaa");
  await expect(later.page.getByText("That code is wrong").first()).toBeVisible();
  await look(later.page, "second-step-wrong");
  await forgetLastCode(partner.ownerEmail);
  await enter(later.page, codeOf(secret));
  await expect(later.page).toHaveURL(/\/portal\/keys$/);

  // Without the phone.
  const lost = await visitor();
  await pressMailedLink(lost.page, partner.ownerEmail, "/sign-in?to=/portal/keys");
  await enter(lost.page, recovery);
  await expect(lost.page).toHaveURL(/\/portal\/keys$/);
  await mailTo(partner.ownerEmail, /recovery code was used/);
});

test("a required second factor is set up and used without scripts", async ({ visitor, visitorAs, partner }) => {
  const viewer = await teamMember(partner.partnerId, "viewer");
  const { page } = await visitorAs(partner.ownerEmail, "/portal/team");
  await look(page, "team-factor");
  await page.getByRole("button", { name: "Require a second factor" }).click();
  await expect(page.getByText(/2 members have none yet/)).toBeVisible();
  await page.getByRole("button", { name: "Require it" }).click();
  await expect(page.getByRole("heading", { name: "Add a second factor" })).toBeVisible();
  await look(page, "second-factor-required");

  const plain = await visitor({ javaScriptEnabled: false });
  await pressMailedLink(plain.page, viewer, "/sign-in?to=/portal/keys");
  await expect(plain.page.getByRole("heading", { name: "Add a second factor" })).toBeVisible();
  await plain.page.goto("/portal/keys");
  await plain.page.getByRole("button", { name: "Set up an app" }).click();
  const secret = await addApp(plain.page);
  const [code = ""] = await makeCodes(plain.page);
  await plain.page.getByRole("link", { name: "Continue" }).click();
  await expect(plain.page).toHaveURL(/\/portal\/keys$/);

  await forgetLastCode(viewer);
  for (const next of [codeOf(secret), code]) {
    const again = await visitor({ javaScriptEnabled: false });
    await pressMailedLink(again.page, viewer, "/sign-in?to=/portal/keys");
    await enter(again.page, "000000000000");
    await expect(again.page.getByText("That code is wrong").first()).toBeVisible();
    await enter(again.page, next);
    await expect(again.page).toHaveURL(/\/portal\/keys$/);
  }
});

test("a custodian confirms who they are before they open ID material again", async ({ visitor }) => {
  const email = await custodian();
  const { checkId } = await makeSubmitted();
  const { page } = await visitor();
  await signInByMail(page, email);
  const anHourAgo = new Date(Date.now() - HOUR_MS);
  await db.session.updateMany({ data: { createdAt: anHourAgo }, where: { user: { email } } });
  await page.goto(`/custodian/identities/${checkId}`);
  const confirm = page.getByRole("button", { name: "Confirm it’s you" });
  await expect(confirm).toBeVisible();
  await expect(page.getByText("Date of birth")).toHaveCount(0);
  await look(page, "check-of-stale-session");
  await confirm.click();
  await expect(page.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  await look(page, "confirm-by-mail");
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();
});
