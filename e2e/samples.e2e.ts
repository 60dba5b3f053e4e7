import { db } from "@/lib/platform/db";
import { makeExaminable } from "@/lib/testing/examinations";
import { expect, test, unique } from "./harness/journey";
import { look } from "./harness/page";
import { custodian } from "./harness/people";

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);

test("an admin asks for a sample, two custodians open it, and only the acquirer gets the package", async ({
  visitor,
  visitorAs,
}) => {
  test.slow();
  const { partner, depiction } = await makeExaminable({ names: [`Ada ${unique()}`, `Berta ${unique()}`] });
  const acquirer = `Acquirer ${unique()}`;
  const { page: admin } = await visitorAs(partner.users.admin.email, "/portal/samples");
  await expect(admin.getByRole("heading", { level: 1, name: "Samples" })).toBeVisible();
  await look(admin, "samples-empty");
  await admin.getByRole("button", { name: "Ask for the sample" }).click();
  await expect(admin.getByText("Enter the acquirer’s name.").first()).toBeVisible();
  await admin.getByLabel("Acquirer", { exact: true }).fill(acquirer);
  await admin.getByLabel("Acquirer’s phrase").fill("4711");
  await admin.getByRole("button", { name: "Ask for the sample" }).dblclick();
  await expect(admin.getByText("2 of 2")).toBeVisible();
  await look(admin, "samples-asked");
  expect(await db.sample.count({ where: { partnerId: partner.id } })).toBe(1);
  await expect(admin.getByText(depiction.title)).toHaveCount(0);

  const { page: first } = await visitorAs(await custodian(), "/custodian/samples");
  await look(first, "custodian-samples");
  await first.getByRole("link", { name: acquirer }).click();
  await expect(first.getByRole("heading", { level: 1, name: acquirer })).toBeVisible();
  await look(first, "custodian-sample");
  await first.getByLabel("Examiner").fill("Jo Doe");
  await first.getByLabel("Credential").fill("Letter 12");
  await first.getByLabel("Authority").fill("Mastercard AN 5196");
  await first.getByLabel("Opens (UTC)").fill(day(-1));
  await first.getByLabel("Closes (UTC)").fill(day(1));
  await expect(async () => {
    await first.getByRole("button", { name: "Enter examination" }).click();
    await expect(first.getByText("Another custodian must confirm")).toBeVisible();
  }).toPass();
  await expect(first.getByLabel("Search records")).toHaveCount(0);

  const { page: second } = await visitorAs(await custodian(), new URL(first.url()).pathname);
  await second.getByRole("button", { name: "Confirm examination" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Confirm examination" }).click();
  await second.getByRole("link", { name: "Link and code" }).click();
  const address = (await second.getByText(/\/examine\/[\w-]{43}$/).textContent()) ?? "";
  const code = (await second.getByText(/^\d{4} \d{4}$/).textContent()) ?? "";

  const { page } = await visitor();
  await page.goto(address);
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Open the records" }).click();
  await page.getByRole("button", { name: "Make the package" }).click();
  await expect(page.getByRole("link", { name: "Download package" })).toBeVisible({ timeout: 60_000 });
  await look(page, "examine-sample");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download package" }).click();
  expect((await download).suggestedFilename()).toMatch(/^examination-\w{25}-records\.zip$/);
  await admin.reload();
  await expect(admin.getByText("Confirmed")).toBeVisible();

  await first.goto("/custodian/samples/new");
  await first.getByLabel("Search partners").fill(partner.name);
  await first.getByRole("main").getByRole("button", { name: "Search" }).click();
  await first.getByRole("link", { name: partner.name }).first().click();
  await first.getByLabel("Acquirer", { exact: true }).fill(acquirer);
  await first.getByRole("button", { name: "Ask for the sample" }).click();
  await expect(first.getByRole("heading", { level: 1, name: acquirer })).toBeVisible();
  expect(await db.sample.count({ where: { partnerId: partner.id, byCustodian: true } })).toBe(1);
});
