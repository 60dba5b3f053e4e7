import { readFile } from "node:fs/promises";
import { makeAccount } from "@/lib/testing/factories";
import { expect, test, unique } from "./harness/journey";
import { look } from "./harness/page";
import { teamMember } from "./harness/people";

const HEAD = "externalUserId,contentUrl,title,externalContentId,productionDate";

test("a file of records is checked and imported, and its rejected rows reported", async ({ visitorAs, partner }) => {
  const { partnerId } = partner;
  const account = await makeAccount({ id: partnerId, plan: "platform_pays" }, { status: "active" });
  const row = (id: string, url = `https://platform.example.com/${id}`) =>
    `${account.externalUserId},${url},"Archive, ${id}",${id},2024-02-03T04:05:06Z`;
  const id = unique();
  const rows = Array.from({ length: 1_200 }, (_, n) => row(`${id}-${n}`));
  const file = { name: "records.csv", mimeType: "text/csv" };

  const { page } = await visitorAs(partner.ownerEmail, "/portal/content");
  await page.getByRole("link", { name: "Import" }).click();
  await expect(page.getByRole("heading", { name: "Import content" })).toBeVisible();
  await look(page, "import-empty");

  await page.getByLabel("File").setInputFiles({ ...file, buffer: Buffer.from("name;url\n") });
  await page.getByRole("button", { name: "Upload and check" }).click();
  await expect(page.getByText("The columns are separated by semicolons")).toBeVisible();
  await look(page, "import-failed");

  await page.getByRole("link", { name: "Upload another file" }).click();
  const text = [HEAD, ...rows, row("=cmd", "nowhere")].join("\n");
  await page.getByLabel("File").setInputFiles({ ...file, buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Upload and check" }).click();
  await expect(page.getByText("Checked: 1,200 records to import")).toBeVisible();
  await look(page, "import-checked");
  const [report] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Report as CSV" }).click(),
  ]);
  expect(await readFile(await report.path(), "utf8")).toContain("1202,refused,'=cmd,contentUrl");

  await page.getByRole("button", { name: "Import 1,200 records" }).click();
  await look(page, "import-confirm");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("1,200 records imported")).toBeVisible();
  await look(page, "import-done");
  await page.getByRole("link", { name: "Show content" }).click();
  await expect(page.getByRole("link", { name: `Archive, ${id}-` }).first()).toBeVisible();

  // Another file with existing records: the log stays unchanged, and the differences are shown.
  await page.goto("/portal/content/import");
  const other = [HEAD, row(`${id}-0`), row(`${id}-1`).replace("Archive", "Renamed"), row(`${id}-new`)].join("\n");
  await page.getByLabel("File").setInputFiles({ ...file, buffer: Buffer.from(other) });
  await page.getByRole("button", { name: "Upload and check" }).click();
  await expect(page.getByText("Checked: 1 record to import")).toBeVisible();
  await expect(page.getByText(`title “Archive, ${id}-1”`)).toBeVisible();
  await look(page, "import-different");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard", exact: true }).last().click();
  await expect(page.getByText("Nothing was imported.")).toBeVisible();
  await look(page, "import-discarded");
  await page.goto("/portal");
  await expect(page.getByText("1,200 records from records.csv")).toBeVisible();
  await look(page, "import-overview");
});

test("a viewer cannot import", async ({ visitorAs, partner }) => {
  const { page, watch } = await visitorAs(await teamMember(partner.partnerId, "viewer"), "/portal/content");
  await expect(page.getByRole("heading", { name: "Content" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Import" })).toHaveCount(0);
  watch.allow(403, /\/import$/);
  const answer = await page.goto("/portal/content/import");
  expect(answer?.status()).toBe(403);
});
