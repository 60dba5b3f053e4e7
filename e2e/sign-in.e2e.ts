import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { expect, freshEmail, linkIn, mailTo, signInByMail, test } from "./harness/journey";
import { look } from "./harness/page";

test("a mailed link signs in once, and only by its button", async ({ visitor, partner }) => {
  const { page } = await visitor();
  await page.goto("/portal/keys");
  await expect(page).toHaveURL(/\/sign-in\?to=/);
  await look(page, "sign-in");
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(
    page
      .getByRole("alert")
      .or(page.getByRole("group"))
      .getByText(/Enter your email address/)
      .first(),
  ).toBeVisible();
  await look(page, "sign-in-refused");
  await page.getByLabel("Email").fill(partner.ownerEmail);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
  await look(page, "sign-in-sent");

  const link = linkIn(await mailTo(partner.ownerEmail, /sign-in link/), /confirm/);
  // A mail scanner follows every link, twice, with GET and HEAD.
  for (const method of ["GET", "HEAD", "GET"]) expect((await fetch(link, { method })).status).toBe(200);

  await page.goto(link);
  await expect(page.getByText(partner.ownerEmail)).toBeVisible();
  await look(page, "sign-in-confirm");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/portal\/keys$/);
  // Opened again, it leads the person that it signed in to the same page.
  await page.goto("/portal");
  await page.goto(link);
  await expect(page).toHaveURL(/\/portal\/keys$/);

  const second = await visitor();
  await second.page.goto(link);
  await expect(second.page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await look(second.page, "sign-in-spent");
});

test("a stranger gets the same page, and a mail that says there is no account", async ({ visitor }) => {
  const { page } = await visitor();
  const email = freshEmail("stranger");
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();
  const mail = await mailTo(email, /no .* account/i);
  expect(mail.links.filter((url) => url.includes("confirm"))).toEqual([]);
});

test("a session ended on another device is signed out at the next click", async ({ visitor, partner }) => {
  const here = await visitor();
  const there = await visitor();
  await signInByMail(here.page, partner.ownerEmail);
  await signInByMail(there.page, partner.ownerEmail);
  await here.page.goto("/portal/security");
  await look(here.page, "security");
  await here.page.getByRole("button", { name: /^End the session of/ }).click();
  await look(here.page, "security-end-session");
  await here.page.getByRole("button", { name: "End the session", exact: true }).click();
  await expect(here.page.getByRole("button", { name: /^End the session of/ })).toHaveCount(0);
  await there.page.goto("/portal");
  await expect(there.page).toHaveURL(/\/sign-in/);
  await here.page.goto("/portal");
  await expect(here.page).toHaveURL(/\/portal$/);
});

test("a passkey is created, and signs in without a mail", async ({ visitor, partner }) => {
  const { page } = await visitor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signInByMail(page, partner.ownerEmail);
  await page.goto("/portal/security");
  await page.getByLabel("Name of the new passkey").fill("My laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("You can now sign in with “My laptop”.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Rename My laptop" })).toBeVisible();
  await look(page, "security-passkey");
  await mailTo(partner.ownerEmail, /passkey was added/);

  // The virtual authenticator would accept the email field's autofill prompt before the button is clicked.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.context().clearCookies();
  await page.goto("/sign-in?to=/portal/security");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL((url) => url.pathname === "/portal/security");

  // A session that was proven a while ago asks for a new proof.
  const anHourAgo = new Date(Date.now() - HOUR_MS);
  await db.session.updateMany({
    data: { createdAt: anHourAgo, factorAt: anHourAgo },
    where: { user: { email: partner.ownerEmail } },
  });
  await page.reload();
  await expect(page.getByRole("button", { name: "Remove My laptop" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
  await look(page, "security-confirm-first");
  await page.getByRole("link", { name: "Confirm it’s you" }).click();
  await expect(page.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  await look(page, "confirm-by-passkey");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("button", { name: "Add a passkey" })).toBeVisible();

  await page.getByRole("button", { name: "Remove My laptop" }).click();
  await page.getByRole("button", { name: "Remove the passkey" }).click();
  await expect(page.getByRole("button", { name: "Remove My laptop" })).toHaveCount(0);
});
