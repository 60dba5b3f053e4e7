import { db } from "@/lib/platform/db";
import { makeAccount, makeDepiction, makeIdentity, makePartner } from "@/lib/testing/factories";
import { chooseCard, creatorPays, provision, readAccount, subscribeButton } from "./harness/creator";
import { expect, freshEmail, signInByMail, test } from "./harness/journey";
import { look } from "./harness/page";
import { custodian, liveKey } from "./harness/people";

const done = (text: string | RegExp) => ({ hasText: text });

test("a creator signs in, finds what is missing, pays, and has nothing left to do", { tag: "@desk" }, async ({
  visitor,
}) => {
  const { key, name } = await creatorPays();
  const email = freshEmail("creator");
  const { accountId } = await provision(key, email);
  const { page } = await visitor();
  await signInByMail(page, email);
  await expect(page).toHaveURL(/\/creator$/);
  await expect(page.getByRole("heading", { name: "Verify your ID" })).toBeVisible();
  await look(page, "account-id-missing");
  await page.goto("/creator/works");
  await expect(page.getByText("No works yet")).toBeVisible();
  await look(page, "account-works-empty");

  await page.goto("/creator");
  await page.getByRole("button", { name: "Verify my ID" }).click();
  await page.waitForURL(/\/onboard\//);
  await expect(page.getByText(name).first()).toBeVisible();

  const { userId } = await makeIdentity(await db.user.findUniqueOrThrow({ where: { email } }));
  await page.goto("/creator");
  await expect(page.getByRole("heading", { name: "Subscribe", exact: true })).toBeVisible();
  await look(page, "account-subscribe");
  await subscribeButton(page).click();
  await chooseCard(page, /4242/);
  await page.waitForURL(/\/creator\?paid=1/);
  await expect(page.getByText("You are subscribed. Thank you.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "You’re all set" })).toBeVisible();
  await look(page, "account-done");
  expect(await readAccount(key, accountId)).toMatchObject({ status: "active" });

  // A late message about the payment restores the status that Stripe knows.
  await expect(async () => {
    await db.subscription.update({
      where: { userId },
      data: { status: "past_due", graceEndsAt: new Date(Date.now() + 9 * 86_400_000) },
    });
    await page.goto("/creator");
    const heading = page.getByRole("heading", { name: "Your last payment did not go through" });
    await expect(heading).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await look(page, "account-past-due");

  // Changes on Stripe's pages arrive as messages.
  await page.getByRole("button", { name: "Manage subscription" }).click();
  await page.waitForURL(/\/p\/session\/bps_/);
  await page.getByRole("radio", { name: /3184/ }).check();
  await page.getByRole("button", { name: "Use this card" }).click();
  await expect(page.getByText("Mastercard •••• 3184", { exact: true }).first()).toBeVisible();
  await look(page, "stripe-portal");
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(page.getByRole("button", { name: "Keep subscription" })).toBeVisible();
  await page.getByRole("button", { name: "Let the period end now" }).click();
  const lapsed = { status: "suspended", suspendReason: "subscription_lapsed" };
  await expect.poll(() => readAccount(key, accountId), { timeout: 60_000 }).toMatchObject(lapsed);
  await page.getByRole("link", { name: "Go back" }).click();
  await page.waitForURL(/\/creator/);
});

test("platforms, works and names, without a script", async ({ visitor, visitorAs, partner }) => {
  const key = await liveKey(partner.partnerId);
  const email = freshEmail("creator");
  const other = await makePartner({ name: "Southbank Studios" });
  const asked = await makeAccount({ id: partner.partnerId, plan: "platform_pays" }, { email, link: "pending" });
  const active = await makeAccount(other, { email, userId: asked.person.id, status: "active" });
  for (const title of ["Morning light", "Behind the scenes, part two: a very long title that has to break somewhere"]) {
    await makeDepiction(other, { accountId: active.id, title });
  }
  const { page } = await visitor({ javaScriptEnabled: false });
  await signInByMail(page, email);
  // Page checks need scripts, so they run in a second browser of the same person.
  const { page: seen } = await visitor({ storageState: await page.context().storageState() });
  const lookAt = async (name: string, opened: readonly string[] = []) => {
    await seen.goto(page.url());
    for (const text of opened) await seen.getByText(text, { exact: true }).click();
    await look(seen, name);
  };
  await expect(page.getByRole("heading", { name: `${partner.name} asks to be linked to you` })).toBeVisible();
  await lookAt("account-asked");
  await page.getByRole("link", { name: "Review and answer" }).click();
  await expect(page.getByText("may log content that names you")).toBeVisible();
  await lookAt("account-platforms");
  await page.getByRole("button", { name: `Approve ${partner.name}` }).click();
  await expect(page.getByText("Approved. The platform is linked to you.")).toBeVisible();
  expect(await readAccount(key, asked.id)).toMatchObject({ status: "active" });

  await page.getByText(`Unlink… ${partner.name}`).click();
  await expect(page.getByText("It has logged no works of yours.")).toBeVisible();
  await page.getByText("Unlink… Southbank Studios").click();
  await expect(page.getByText(/We keep the 2 works it logged/)).toBeVisible();
  await lookAt("account-platforms-leaving", ["Unlink… Southbank Studios"]);
  await page.getByRole("button", { name: `Unlink ${partner.name}` }).click();
  await expect(page.getByText("Unlinked. The platform can no longer log content for you.")).toBeVisible();
  expect(await readAccount(key, asked.id)).toMatchObject({ status: "suspended", suspendReason: "manual_suspension" });
  await lookAt("account-platforms-left");
  await page.getByText(`Approve… ${partner.name}`).click();
  await page.getByRole("button", { name: `Approve ${partner.name}` }).click();
  await expect(page.getByText("Approved. The platform is linked to you.")).toBeVisible();
  expect(await readAccount(key, asked.id)).toMatchObject({ status: "active" });

  await page.locator("nav summary", { hasText: "More" }).click();
  await page.getByRole("link", { name: "Works", exact: true }).filter({ visible: true }).click();
  await expect(page.getByText("Morning light")).toBeVisible();
  await lookAt("account-works");
  await page.locator("nav summary", { hasText: "Works" }).click();
  await page.getByRole("link", { name: "Identity", exact: true }).filter({ visible: true }).click();
  await page.getByLabel("Add a name").fill(" ");
  await page.getByRole("button", { name: "Add name" }).click();
  await expect(page.getByText("Enter the name.").first()).toBeVisible();
  for (const name of ["Nova Sky", "Nova"]) {
    await page.getByLabel("Add a name").fill(name);
    await page.getByRole("button", { name: "Add name" }).click();
    await expect(page.getByRole("listitem").filter(done(name)).first()).toBeVisible();
  }
  await page.getByText("I no longer use it… Nova", { exact: true }).click();
  await lookAt("account-names", ["I no longer use it… Nova"]);
  await page.getByRole("button", { name: "Mark “Nova” as no longer used" }).click();
  await expect(page.getByText("No longer used", { exact: true })).toBeVisible();

  const looking = await visitorAs(await custodian(), "/custodian/index?name=Nova+Sky");
  await expect(looking.page.getByText(/Nova Sky/).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(/found you in an index search/).first()).toBeVisible();
  await lookAt("account-looks");
});

test("a statement is written, previewed, published, read by anyone, and withdrawn", async ({
  visitor,
  visitorAs,
  partner,
}) => {
  const key = await liveKey(partner.partnerId);
  const account = await makeAccount({ id: partner.partnerId, plan: "platform_pays" }, { status: "active" });
  const { page } = await visitorAs(account.email, "/creator/statement");
  await look(page, "account-statement-new");
  await page.getByLabel("The name you publish under").fill("Ada Example");
  await page.getByLabel("Month").selectOption({ label: "November" });
  await page.getByLabel("Day").fill("12");
  await page.getByLabel("Year").fill("2026");
  await page.getByLabel("Page address").fill("nova-sky");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText(/This is the name on your ID/).first()).toBeVisible();
  await expect(page.getByLabel("Page address")).toHaveValue("nova-sky");
  await look(page, "account-statement-refused");
  await page.getByLabel("The name you publish under").fill("Nova Sky");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Saved. Preview it, then publish it.")).toBeVisible();
  await page.getByRole("link", { name: "Preview statement" }).click();
  await expect(page.getByText("Only you see this page.")).toBeVisible();
  await look(page, "account-statement-preview");
  await page.getByRole("link", { name: "Back to your account" }).click();
  expect(await readAccount(key, account.id)).not.toHaveProperty("complianceStatementUrl");

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published.", { exact: true })).toBeVisible();
  await look(page, "account-statement-public");
  const url = String((await readAccount(key, account.id)).complianceStatementUrl);
  expect(url).toMatch(/\/statements\/nova-sky-[a-z0-9]{10}$/);
  const everybody = await visitor();
  const answer = await everybody.page.goto(url);
  expect(answer?.headers()).toMatchObject({ "cache-control": "public, max-age=60", "x-robots-tag": "noindex" });
  await expect(everybody.page.getByRole("heading", { name: "Statement of records: Nova Sky" })).toBeVisible();
  expect(await everybody.page.content()).not.toMatch(/Ada|Example,? Ada/);
  await look(everybody.page, "statement");
  await everybody.page.emulateMedia({ media: "print" });
  await everybody.page.screenshot({ path: `test-results/pages/${test.info().project.name}/statement-print.jpg` });

  await page.getByText("Withdraw… the statement").click();
  await page.getByRole("button", { name: "Withdraw statement" }).click();
  await expect(page.getByText(/goes offline within a minute/)).toBeVisible();
  await look(page, "account-statement-withdrawn");
  const unknown = await page.request.get(url.replace(/.{10}$/, "0123456789"));
  const withdrawn = await page.request.get(url);
  expect([withdrawn.status(), await withdrawn.text()]).toEqual([404, await unknown.text()]);
  expect(await readAccount(key, account.id)).not.toHaveProperty("complianceStatementUrl");
  everybody.watch.allow(404, /^\/statements\//);
  await everybody.page.goto(url.replace(/.{10}$/, "9876543210"));
  await look(everybody.page, "statement-none");
});
