import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { createKey } from "@/lib/domain/parties/keys";
import { requireSecondFactor } from "@/lib/domain/parties/partners";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeSubmitted } from "@/lib/testing/identity-checks";
import { expect, test } from "./harness/journey";
import { look, openFilters, typeIntoSearch } from "./harness/page";
import { custodian, teamMember } from "./harness/people";

/** The file of the list that the page shows. */
async function exported(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  return readFile(await file.path(), "utf8");
}

test("an owner reads what the team administered, and takes it along", async ({ visitorAs, partner }) => {
  const { partnerId } = partner;
  const owner = await db.user.findUniqueOrThrow({ where: { email: partner.ownerEmail } });
  const actor = { kind: "portal_user", partnerId, userId: owner.id, role: "owner" } as const;
  const ctx = {
    actor,
    requestId: newId(),
    ip: "203.0.113.7",
    userAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0",
  };
  await createKey(ctx, { partnerId, name: "Production server" });
  await requireSecondFactor(ctx, { required: true });
  await requireSecondFactor(ctx, { required: false });
  const developer = await teamMember(partnerId, "developer");

  const colleague = await visitorAs(developer, "/portal");
  await expect(colleague.page.getByRole("link", { name: "Audit log" })).toHaveCount(0);
  colleague.watch.allow(403, /\/portal\/audit/);
  for (const path of ["/portal/audit", "/api/portal/audit/export"]) {
    expect((await colleague.page.goto(path))?.status(), path).toBe(403);
  }

  const { page } = await visitorAs(partner.ownerEmail, "/portal/audit");
  const table = page.getByRole("table");
  await expect(table.getByText("Required a second factor of the team")).toBeVisible();
  await expect(table.getByText("Production server")).toBeVisible();
  await expect(table.getByText("Firefox on Windows").first()).toBeVisible();
  await look(page, "audit-team");
  await openFilters(page);
  await page.getByLabel("Who", { exact: true }).selectOption({ label: developer });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table.getByText("Signed in")).toBeVisible();
  await page.getByLabel("Who", { exact: true }).selectOption("");
  await page.getByLabel("About").selectOption({ label: "Keys" });
  await expect(table.getByText("Created an API key").first()).toBeVisible();
  await expect(table.getByText("Signed in")).toHaveCount(0);
  const file = await exported(page);
  expect(file).toContain("Created an API key");
  expect(file).not.toContain("Signed in");
  await page.goto("/portal/audit?q=nothing like it");
  await expect(page.getByText("No matching entries")).toBeVisible();
  await look(page, "audit-team-none");
  await page.goto("/portal/audit?group=exports");
  await expect(table.getByText("Exported this log")).toBeVisible();
});

test("a custodian reads what colleagues administered, ends a session, and finds a check by its id", async ({
  visitorAs,
}) => {
  const email = await custodian();
  const { checkId, person } = await makeSubmitted();
  await visitorAs(email, "/account");
  const { page } = await visitorAs(email, "/account");
  await page.getByRole("button", { name: "End other sessions" }).click();
  await page.getByRole("button", { name: "End the other session" }).click();
  await expect(page.getByText("Other sessions ended")).toBeVisible();

  await page.goto(`/custodian/audit?q=${encodeURIComponent(email)}`);
  const table = page.getByRole("table");
  await expect(table.getByText("Ended all other sessions")).toBeVisible();
  await expect(table.getByText("Signed in")).toHaveCount(2);
  expect(await exported(page)).toContain("session.others_ended");
  await page.goto("/custodian/audit");
  await expect(table.getByText("Exported this log").first()).toBeVisible();
  await look(page, "audit-staff");

  for (const text of [checkId, person.email]) {
    await typeIntoSearch(page, text);
    await page.getByRole("option", { name: new RegExp(`${person.email}.*Waiting`) }).click();
    await expect(page).toHaveURL(new RegExp(`/custodian/identities/${checkId}$`));
  }
});
