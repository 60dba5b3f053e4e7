import { db } from "@/lib/platform/db";
import { makeExaminable } from "@/lib/testing/examinations";
import { expect, test, unique } from "./harness/journey";
import { look } from "./harness/page";
import { custodian } from "./harness/people";

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);

test("two custodians open records to an inspector, follow what is read, and end it in the middle", async ({
  visitor,
  visitorAs,
}) => {
  test.slow();
  const legalName = `Ada ${unique()}`;
  const { production, scene, depiction, partner } = await makeExaminable({ names: [legalName, `Berta ${unique()}`] });
  const outside = await makeExaminable({ names: [`Carla ${unique()}`] });
  const { page: first } = await visitorAs(await custodian(), "/custodian/examinations");
  await expect(first.getByRole("heading", { level: 1, name: "Examinations" })).toBeVisible();
  await look(first, "examinations");
  await first.getByRole("link", { name: "Enter an examination" }).click();
  await first.getByRole("button", { name: "Choose the records" }).click();
  await expect(first.getByText("Enter the agency, court or company.").first()).toBeVisible();
  await look(first, "examination-problems");
  const agency = `Department of Justice ${unique()}`;
  await first.getByLabel("Agency").fill(agency);
  await first.getByLabel("Examiner").fill("Jo Doe");
  await first.getByLabel("Credential").fill("Badge 4711");
  await first.getByLabel("Authority").fill("28 CFR 75.5");
  await first.getByLabel("Opens (UTC)").fill(day(-1));
  await first.getByLabel("Closes (UTC)").fill(day(1));
  await first.getByRole("button", { name: "Choose the records" }).dblclick();
  await expect(first.getByRole("heading", { level: 1, name: agency })).toBeVisible();
  expect(await db.examination.count({ where: { agency } })).toBe(1);

  await first.getByLabel("Search records").fill(production.id);
  await first.getByRole("button", { name: "Search" }).click();
  await look(first, "examination-pick");
  await first.getByRole("button", { name: `Add ${production.title}` }).click();
  await expect(first.getByRole("button", { name: `Remove ${production.title}` })).toBeVisible();
  await expect(first.getByText("Another custodian must confirm")).toBeVisible();
  await look(first, "examination-entered");

  const { page: second } = await visitorAs(await custodian(), new URL(first.url()).pathname);
  await second.getByRole("button", { name: "Confirm examination" }).click();
  await expect(second.getByRole("dialog").getByText("Jo Doe", { exact: false })).toBeVisible();
  await look(second, "examination-confirm");
  await second.getByRole("dialog").getByRole("button", { name: "Confirm examination" }).click();
  await second.getByRole("link", { name: "Link and code" }).click();
  await expect(second.getByRole("heading", { level: 1, name: "Link and code" })).toBeVisible();
  await look(second, "examination-access");
  const address = (await second.getByText(/\/examine\/[\w-]{43}$/).textContent()) ?? "";
  const code = (await second.getByText(/^\d{4} \d{4}$/).textContent()) ?? "";

  // The pages work before their scripts, and without them.
  const { page: plain } = await visitor({ javaScriptEnabled: false });
  await plain.goto(address);
  await plain.getByLabel("Code").fill(code);
  await plain.getByRole("button", { name: "Open the records" }).click();
  await plain.getByRole("link", { name: "Titles" }).first().click();
  await expect(plain.getByRole("link", { name: depiction.title })).toBeVisible();

  const { page, watch } = await visitor();
  await page.goto(address);
  await look(page, "examine-code");
  await page.getByLabel("Code").fill("0000 0000");
  await page.getByRole("button", { name: "Open the records" }).click();
  await expect(page.getByText("You have 9 tries left.").first()).toBeVisible();
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Open the records" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Records open to you" })).toBeVisible();
  await look(page, "examine-overview");
  await page.getByRole("link", { name: "Legal names" }).first().click();
  await expect(page.getByRole("link", { name: legalName })).toBeVisible();
  await look(page, "examine-names");
  await page.getByRole("link", { name: legalName }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Records of ${legalName}` })).toBeVisible();
  await page.getByRole("link", { name: scene.title }).click();
  await expect(page.getByRole("heading", { level: 1, name: scene.title })).toBeVisible();
  await expect(page.getByRole("img", { name: new RegExp(`^ID of ${legalName}`) }).first()).toBeVisible();
  await look(page, "examine-scene");
  await page.getByRole("link", { name: depiction.title }).click();
  await expect(page.getByRole("link", { name: "Open the copy" })).toBeVisible();
  await look(page, "examine-depiction");
  watch.allow(404, /\/examine\//);
  await page.goto(`${address}/records/scene/${outside.scene.id}`);
  await expect(page.getByRole("heading", { level: 1, name: "There is no page here" })).toBeVisible();
  await page.goto(`${address}/records/production/${production.id}`);
  await expect(page.getByRole("heading", { level: 1, name: production.title })).toBeVisible();
  await look(page, "examine-production");

  await first.goto(new URL(first.url()).pathname);
  await expect(first.getByText(depiction.title).first()).toBeVisible();
  await look(first, "examination-open");
  await expect(first.getByText("about 1 production", { exact: false })).toBeVisible();
  const events = await db.webhookEvent.findMany({ where: { partnerId: partner.id } });
  expect(events.filter(({ type }) => type === "production.records_inspected")).toHaveLength(1);

  await first.getByRole("button", { name: "End examination" }).click();
  await first.getByRole("dialog").getByLabel("Reason").fill("The inspector has seen enough");
  await first.getByRole("dialog").getByRole("button", { name: "End examination" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "This examination has ended" })).toBeVisible();
  await look(page, "examine-ended");
  await plain.reload();
  await expect(plain.getByRole("heading", { level: 1, name: "This examination has ended" })).toBeVisible();
  await expect(first.getByRole("link", { name: "Download PDF" })).toBeVisible();
  await look(first, "examination-ended");
  const download = first.waitForEvent("download");
  await first.getByRole("link", { name: "Download PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(/^examination-\w{25}\.pdf$/);
});
