import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { makeExaminable } from "@/lib/testing/examinations";
import { expect, test, unique } from "./harness/journey";
import { look, typeIntoSearch } from "./harness/page";
import { custodian } from "./harness/people";

test("a custodian hands over everything about a production, in one file", async ({ visitorAs }) => {
  test.slow();
  const { production } = await makeExaminable({ names: [`Ada ${unique()}`] });
  const { page } = await visitorAs(await custodian(), "/custodian/holds");
  // A record, a page and an action, from anywhere.
  const palette = page.getByRole("dialog", { name: "Search" });
  await typeIntoSearch(page, production.id);
  await expect(palette.getByRole("option", { name: production.title })).toBeVisible();
  await look(page, "custodian-search");
  await palette.getByRole("combobox").fill("a package");
  await expect(palette.getByRole("option", { name: "Enter a request for a package" })).toBeVisible();
  await palette.getByRole("combobox").fill("packages");
  await palette.getByRole("option", { name: "Packages", exact: true }).click();
  await expect(
    page.getByRole("navigation", { name: "Custodian" }).getByRole("link", { name: "Packages" }),
  ).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { level: 1, name: "Packages" })).toBeVisible();
  await look(page, "packages");
  await page.getByRole("link", { name: "Enter a request" }).click();
  await page.getByRole("button", { name: "Choose the records" }).click();
  await expect(page.getByText("Enter who asked.").first()).toBeVisible();
  await look(page, "package-problems");
  const requester = `Jo Doe, District Court ${unique()}`;
  await page.getByLabel("Requested by").fill(requester);
  await page.getByLabel("Authority").fill("Order 4711");
  await page.getByLabel("Reason").fill("Order of the court");
  await page.getByLabel("Don’t tell them before").fill("2020-01-01");
  await page.getByLabel("Who forbids it, and where").fill("Order 4711, page 3");
  await page.getByRole("button", { name: "Choose the records" }).click();
  await expect(page.getByText("Enter a day in the future.").first()).toBeVisible();
  await page.getByLabel("Don’t tell them before").fill(new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10));
  await page.getByRole("button", { name: "Choose the records" }).dblclick();
  await expect(page.getByRole("heading", { level: 1, name: requester })).toBeVisible();
  expect(await db.recordPackage.count({ where: { requester } })).toBe(1);
  await page.getByLabel("Search records").fill(production.id);
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await page.getByRole("button", { name: `Add ${production.title}` }).click();
  await expect(page.getByRole("button", { name: `Remove ${production.title}` })).toBeVisible();
  await expect(page.getByText("Another custodian must confirm")).toBeVisible();
  await expect(page.getByText("Order 4711, page 3")).toBeVisible();
  await look(page, "package-entered");
  const other = await visitorAs(await custodian(), new URL(page.url()).pathname);
  await look(other.page, "package-to-confirm");
  await other.page.getByRole("button", { name: "Confirm package" }).click();
  await other.page.getByRole("dialog").getByRole("button", { name: "Confirm package" }).click();
  await expect(other.page.getByRole("link", { name: "Download package" })).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await look(page, "package-ready");
  for (const [name, file] of [
    ["Download package", /^records-\w{25}\.zip$/],
    ["Download hash", /^records-\w{25}\.zip\.sha256$/],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name }).click();
    expect((await download).suggestedFilename()).toMatch(file);
  }
});
