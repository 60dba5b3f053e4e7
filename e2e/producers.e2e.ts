import { makeAccount } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { expect, freshEmail, linkIn, mailTo, signIn, signInByMail, test } from "./harness/journey";
import { look } from "./harness/page";
import { teamMember } from "./harness/people";

const INVITES = /invites you as a producer/;

test("a partner invites a producer, who accepts and changes their name", async ({ visitor, visitorAs, partner }) => {
  const admin = await visitorAs(await teamMember(partner.partnerId, "admin"), "/portal/productions/producers");
  const email = freshEmail("producer");
  await look(admin.page, "producers-empty");
  await admin.page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(admin.page.getByRole("alert").first()).toBeVisible();
  await admin.page.getByLabel("Producer’s email").fill(email);
  await admin.page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(admin.page.getByText("We sent an invitation to")).toBeVisible();
  await look(admin.page, "producers-invited");
  const replaced = await mailTo(email, INVITES);
  await admin.page.getByRole("button", { name: `Send again to ${email}` }).click();
  await expect(admin.page.getByText(`We sent a new invitation to ${email}`)).toBeVisible();

  const producer = await visitor();
  const invitation = linkIn(await mailTo(email, INVITES, [replaced]), /producer-invitation/);
  await producer.page.goto(invitation);
  await look(producer.page, "producer-invitation");
  await signInByMail(producer.page, email, invitation);
  await expect(producer.page).toHaveURL(invitation);
  await look(producer.page, "producer-invitation-signed-in");
  await producer.page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(producer.page.getByRole("alert").first()).toBeVisible();
  await look(producer.page, "producer-invitation-refused");
  await producer.page.getByLabel("Producer’s name").fill("Lake Films LLC");
  await producer.page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(producer.page).toHaveURL(/\/producer$/);
  await expect(producer.page.getByRole("link", { name: "Create production" })).toBeVisible();
  await look(producer.page, "producer-empty");

  await producer.page.goto("/producer/account");
  await expect(producer.page.getByText(partner.name)).toBeVisible();
  await producer.page.getByLabel("Producer’s name").fill("River Films LLC");
  await producer.page.getByRole("button", { name: "Save name" }).click();
  await expect(producer.page.getByText("Your name is saved.")).toBeVisible();
  await look(producer.page, "producer-account");
  producer.watch.allow(404, /^\/producer\/nothing$/);
  await producer.page.goto("/producer/nothing");
  await expect(producer.page.getByRole("heading", { name: "Page not found" })).toBeVisible();

  await admin.page.reload();
  await expect(admin.page.getByText("River Films LLC")).toBeVisible();
  await expect(admin.page.getByRole("heading", { name: "Invitations" })).toHaveCount(0);
  await look(admin.page, "producers");
});

test("without scripts, an owner accepts an invitation and moves between their pages", async ({
  visitor,
  visitorAs,
  partner,
}) => {
  const { page } = await visitor({ javaScriptEnabled: false });
  const email = await teamMember(partner.partnerId, "owner");
  const inviter = await visitorAs(partner.ownerEmail, "/portal/productions/producers");
  await inviter.page.getByLabel("Producer’s email").fill(email);
  await inviter.page.getByRole("button", { name: "Send the invitation" }).click();
  const invitation = linkIn(await mailTo(email, INVITES), /producer-invitation/);
  await signIn(page, email);
  await page.goto(invitation);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page.getByText("Enter the name that your statements print.").first()).toBeVisible();
  await page.getByLabel("Producer’s name").fill("Lake Films LLC");
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page).toHaveURL(/\/producer$/);
  await page.goto(invitation);
  await expect(page.getByRole("heading", { name: "You have already accepted" })).toBeVisible();
  await page.getByRole("link", { name: "Open your productions" }).click();

  await page.getByRole("link", { name: "Partner portal" }).click();
  await expect(page).toHaveURL(/\/portal$/);

  const { page: later } = await visitorAs(email, "/portal");
  await look(later, "portal-switch");
  await later.getByRole("link", { name: "Producer", exact: true }).click();
  await expect(later).toHaveURL(/\/producer$/);
  await later.goto("/account");
  await expect(later.getByRole("link", { name: "Open your productions" })).toBeVisible();
  await look(later, "account-producer");
});

test("a producer sees what each production waits for, and searches the list", async ({ visitorAs, partner }) => {
  const producer = await makeProducer([{ id: partner.partnerId, plan: "platform_pays" }]);
  await makeProduction({ producer, title: "Summer at the lake" });
  await makeProduction({ producer, title: "Winter in the hills", performers: [], depictions: 0 });
  await makeProduction({ producer, title: "Spring by the sea", status: "revoked" });
  await makeProduction({ title: "Another producer’s" });
  const { page } = await visitorAs(producer.user.email, "/sign-in/landing");
  await expect(page).toHaveURL(/\/producer$/);
  for (const next of ["Review and seal", "Add performers"]) await expect(page.getByText(next)).toBeVisible();
  await expect(page.getByText("Another producer’s")).toHaveCount(0);
  await look(page, "producer-list");
  await page.getByRole("searchbox").fill("hills");
  await expect(page.getByText("Summer at the lake")).toHaveCount(0);
  await page.getByRole("link", { name: "Winter in the hills" }).click();
  await expect(page).toHaveURL(/\/producer\/productions\/\w{25}$/);
  await expect(page.getByRole("link", { name: "Productions", exact: true }).first()).toHaveAttribute(
    "aria-current",
    "page",
  );

  const creator = await visitorAs((await makeAccount()).person.email, "/producer");
  await expect(creator.page).toHaveURL(/\/account$/);
});
