import type { Page } from "@playwright/test";
import { expect, freshEmail, linkIn, mailTo, signInByMail, test } from "./harness/journey";
import { look } from "./harness/page";
import { teamMember } from "./harness/people";

test("an owner invites a colleague, who joins, changes roles, and is removed", async ({
  visitor,
  visitorAs,
  partner,
}) => {
  const owner = await visitorAs(partner.ownerEmail, "/portal/team");
  const email = freshEmail("colleague");
  await expect(owner.page.getByText("A team needs an owner.")).toBeVisible();
  await look(owner.page, "team");
  await owner.page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(owner.page.getByRole("alert").first()).toBeVisible();
  await look(owner.page, "team-invite-refused");
  await owner.page.getByLabel("Email").fill(email);
  await owner.page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(owner.page.getByText("We sent an invitation to")).toBeVisible();

  const invitation = linkIn(await mailTo(email, /invites you/), /invitation/);
  const colleague = await visitor();
  await colleague.page.goto(invitation);
  await expect(colleague.page.getByRole("heading", { name: `Join ${partner.name}` })).toBeVisible();
  await look(colleague.page, "invitation");
  await signInByMail(colleague.page, email, invitation);
  await expect(colleague.page).toHaveURL(invitation);
  await look(colleague.page, "invitation-signed-in");
  await colleague.page.getByRole("button", { name: "Join the team" }).click();
  await expect(colleague.page).toHaveURL(/\/portal$/);

  await owner.page.reload();
  await chooseRole(owner.page, email, "Viewer");
  await expect(owner.page.getByText("The role is changed")).toBeVisible();
  await colleague.page.goto("/portal/keys");
  await expect(colleague.page.getByRole("button", { name: "Create a key" })).toHaveCount(0);
  // The live list of keys would get errors once its reader is removed.
  await colleague.page.goto("/portal/team");

  await chooseRole(owner.page, email, "Owner");
  await expect(owner.page.getByText("A team needs an owner.")).toHaveCount(0);
  await look(owner.page, "team-two-owners");
  await owner.page.getByRole("button", { name: `Remove ${email}` }).click();
  await look(owner.page, "team-remove");
  await owner.page.getByRole("button", { name: "Remove from the team" }).click();
  await expect(owner.page.getByRole("button", { name: `Remove ${email}` })).toHaveCount(0);
  await colleague.page.goto("/portal");
  await expect(colleague.page).toHaveURL(/\/account$/);
  await look(colleague.page, "account");
});

async function chooseRole(page: Page, email: string, role: string): Promise<void> {
  await page.getByRole("button", { name: `Change role of ${email}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: new RegExp(`^${role}`) }).check({ force: true });
  await dialog.getByRole("button", { name: "Change the role" }).click();
  await expect(dialog).toHaveCount(0);
}

test("the billing role sees Billing and its own security, and nothing else", async ({ visitorAs, partner }) => {
  const member = await teamMember(partner.partnerId, "billing");
  const { page, watch } = await visitorAs(member, "/portal");
  await page.waitForURL((url) => url.pathname === "/portal/billing");
  await expect(page.getByRole("heading", { name: "Billing", level: 1 })).toBeVisible();
  const rail = page.getByRole("navigation", { name: "Portal" }).getByRole("link");
  await expect(rail).toHaveText(["Billing", "Security"]);
  await look(page, "billing-role");
  watch.allow(403, /^\/portal\//);
  for (const path of ["creators", "content", "keys", "webhooks", "requests", "team", "audit"]) {
    expect((await page.goto(`/portal/${path}`))?.status(), path).toBe(403);
  }
  await page.getByRole("link", { name: "Back to the portal" }).click();
  await page.waitForURL((url) => url.pathname === "/portal/billing");
  expect((await page.goto("/portal/security"))?.status()).toBe(200);
});
