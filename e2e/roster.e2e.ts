import { readFile } from "node:fs/promises";
import { makeAccount, makeDepiction } from "@/lib/testing/factories";
import { readAccount } from "./harness/creator";
import { expect, freshEmail, test } from "./harness/journey";
import { look } from "./harness/page";
import { custodian, liveKey, teamMember } from "./harness/people";

test("an admin provisions a creator by hand, and finds them", async ({ visitorAs, partner }) => {
  const email = freshEmail("ada");
  const { page } = await visitorAs(partner.ownerEmail, "/portal/creators");
  await expect(page.getByText("No creators yet")).toBeVisible();
  await look(page, "roster-empty");
  await page.getByRole("link", { name: "Provision a creator" }).click();
  // The list's search finds emails too.
  await expect(page.getByRole("heading", { name: "Provision a creator" })).toBeVisible();

  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Provision creator" }).click();
  await expect(page.getByText("3 things need another look")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("nobody");
  await look(page, "provision-mistakes");
  const fill = async () => {
    await page.getByLabel("Your user id").fill("creator-1");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Callback URL").fill("https://platform.example.com/hooks");
    await page.getByRole("button", { name: "Provision creator" }).click();
  };
  await fill();
  await expect(page.getByRole("heading", { name: "creator-1" })).toBeVisible();
  await expect(page.getByText("We emailed the creator a link.")).toBeVisible();
  await expect(page.getByText(/\/onboard\/[\w-]{43}$/)).toBeVisible();
  await expect(page.getByText(`Provisioned by ${partner.ownerEmail}`)).toBeVisible();
  await look(page, "creator-pending");

  await page.goto("/portal/creators/new");
  await expect(page.getByLabel("Callback URL")).toHaveValue("https://platform.example.com/hooks");
  await fill();
  await expect(page.getByText("You already provisioned this creator")).toBeVisible();

  await page.goto("/portal/creators");
  await page.getByLabel("Email, your user id or account id").fill("CREATOR-1");
  await expect(page.getByText("No matching creators")).toBeVisible();
  await page.getByLabel("Email, your user id or account id").fill(email.slice(0, 12).toUpperCase());
  await expect(page.getByRole("link", { name: "creator-1" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("find")).toBe(email.slice(0, 12).toUpperCase());
});

test("many creators are deactivated together, and one is reactivated", async ({ visitorAs, partner }) => {
  const { partnerId } = partner;
  const key = await liveKey(partnerId);
  const owner = { id: partnerId, plan: "platform_pays" } as const;
  const active = [];
  for (let n = 0; n < 4; n++)
    active.push(await makeAccount(owner, { status: "active", externalUserId: `active-${n}` }));
  const paying = await makeAccount(owner, { status: "active", fundedBy: "creator", externalUserId: "paying" });
  await makeAccount(owner, { status: "suspended", externalUserId: "before" });
  await makeAccount(owner, { externalUserId: "pending" });
  const [first, second] = active;
  if (!first || !second) throw new Error("nobody is active");
  await makeDepiction(owner, { accountId: first.id, title: "Behind the scenes" });

  const { page } = await visitorAs(partner.ownerEmail, "/portal/creators");
  await look(page, "roster");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect((await readFile(await file.path(), "utf8")).split("\r\n")).toHaveLength(9);

  await page.getByRole("link", { name: "Suspended 1" }).click();
  await expect(page.getByRole("link", { name: "before" })).toBeVisible();
  await expect(page.getByRole("link", { name: "paying" })).toHaveCount(0);
  await page.getByRole("link", { name: "All 7" }).click();
  await expect(page.getByRole("link", { name: "paying" })).toBeVisible();

  await page.getByRole("checkbox", { name: "active-3" }).check();
  await expect(page.getByText("1 creator selected")).toBeVisible();
  await page.getByRole("button", { name: "Select all 7 on this page" }).click();
  await look(page, "roster-selected");
  await page.getByRole("button", { name: "Deactivate…" }).click();
  await expect(page.getByText("4 come off your next platform invoice.")).toBeVisible();
  await expect(page.getByText("1 pays for their own subscription")).toBeVisible();
  await look(page, "roster-confirm");
  await page.getByRole("button", { name: "Deactivate 5 creators" }).click();
  await expect(page.getByText("5 creators deactivated")).toBeVisible();
  await expect(page.getByText("CREATOR_PAYS_OWN_SUBSCRIPTION")).toBeVisible();
  await look(page, "roster-changed");
  for (const { id } of active) {
    expect(await readAccount(key, id)).toMatchObject({ status: "suspended", suspendReason: "partner_deactivated" });
  }
  expect(await readAccount(key, paying.id)).toMatchObject({ status: "active" });

  await page.getByRole("link", { name: "paying" }).click();
  await expect(page.getByText("They pay for their own subscription")).toBeVisible();
  await expect(page.getByRole("button", { name: "Deactivate" })).toHaveCount(0);
  await look(page, "creator-pays");

  await page.goto(`/portal/creators/${first.id}`);
  await expect(page.getByText("Suspended: deactivated by you", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Reactivate" }).click();
  await expect(page.getByText("They become active immediately")).toBeVisible();
  await look(page, "creator-reactivate");
  await page.getByRole("dialog").getByRole("button", { name: "Reactivate" }).click();
  await expect(page.getByText(`Reactivated by ${partner.ownerEmail}`)).toBeVisible();
  await look(page, "creator-active");
  expect(await readAccount(key, first.id)).toMatchObject({ status: "active" });

  await page.goto("/portal/creators/changes");
  await expect(page.getByRole("link", { name: "Deactivated 5 creators" })).toBeVisible();
  await look(page, "roster-changes");
});

test("a custodian suspends an account; the partner sees why and cannot lift the suspension", async ({
  visitorAs,
  partner,
}) => {
  const key = await liveKey(partner.partnerId);
  const account = await makeAccount({ id: partner.partnerId, plan: "platform_pays" }, { status: "active" });
  const { page } = await visitorAs(await custodian(), "/custodian/accounts");
  await page.getByLabel("Find an account").fill(account.email.slice(0, -4));
  await page.getByRole("link", { name: account.email }).click();
  await expect(page.getByRole("heading", { name: account.email })).toBeVisible();
  await look(page, "custody-account");
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByRole("dialog").getByLabel("Note").fill("Asked by counsel");
  await look(page, "custody-suspend");
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("“Asked by counsel”")).toBeVisible();
  expect(await readAccount(key, account.id)).toMatchObject({ suspendReason: "manual_suspension" });
  await page.goto("/custodian/accounts");
  await expect(page.getByRole("link", { name: account.email })).toBeVisible();
  await look(page, "custody-suspended");

  const admin = await visitorAs(partner.ownerEmail, `/portal/creators/${account.id}`);
  await expect(admin.page.getByText("Only we can end it.")).toBeVisible();
  await expect(admin.page.getByText("Asked by counsel")).toHaveCount(0);
  await look(admin.page, "creator-suspended");

  await page.getByRole("link", { name: account.email }).click();
  await page.getByRole("button", { name: "Lift the suspension" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Lift the suspension" }).click();
  await expect(page.getByRole("button", { name: "Suspend" })).toBeVisible();
  expect(await readAccount(key, account.id)).toMatchObject({ status: "active" });
});

test("a viewer can read but not change creators", async ({ visitorAs, partner }) => {
  const account = await makeAccount({ id: partner.partnerId, plan: "platform_pays" }, { status: "active" });
  const { page, watch } = await visitorAs(await teamMember(partner.partnerId, "viewer"), "/portal/creators");
  await expect(page.getByRole("link", { name: account.externalUserId })).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByRole("link", { name: /Provision|Changes/ })).toHaveCount(0);
  await page.getByRole("link", { name: account.externalUserId }).click();
  await expect(page.getByRole("heading", { name: account.externalUserId })).toBeVisible();
  await expect(page.getByRole("button", { name: /activate/ })).toHaveCount(0);
  watch.allow(403, /\/(new|changes)$/);
  for (const path of ["new", "changes"]) expect((await page.goto(`/portal/creators/${path}`))?.status()).toBe(403);
});
