import { db } from "@/lib/platform/db";
import { makeExaminable } from "@/lib/testing/examinations";
import { expect, test, unique } from "./harness/journey";
import { look } from "./harness/page";
import { custodian } from "./harness/people";

test("a custodian hands over everything about a production, in one file", async ({ visitorAs }) => {
  test.slow();
  const { production } = await makeExaminable({ names: [`Ada ${unique()}`] });
  const { page } = await visitorAs(await custodian(), "/custodian/packages");
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
  await page.getByRole("button", { name: "Choose the records" }).dblclick();
  await expect(page.getByRole("heading", { level: 1, name: requester })).toBeVisible();
  expect(await db.recordPackage.count({ where: { requester } })).toBe(1);
  await page.getByLabel("Search records").fill(production.id);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("button", { name: `Add ${production.title}` }).click();
  await expect(page.getByRole("button", { name: `Remove ${production.title}` })).toBeVisible();
  await look(page, "package-entered");
  await page.getByRole("button", { name: "Make the package" }).click();
  await expect(page.getByRole("link", { name: "Download package" })).toBeVisible({ timeout: 60_000 });
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
