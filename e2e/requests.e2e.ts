import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { createEndpoint } from "@/lib/domain/events";
import { db } from "@/lib/platform/db";
import { makeAccount, systemCtx } from "@/lib/testing/factories";
import { startReceiver } from "@/lib/testing/receiver";
import { api } from "./harness/api";
import { expect, test, unique } from "./harness/journey";
import { look, openFilters } from "./harness/page";
import { liveKey } from "./harness/people";

const rows = (page: Page) => page.getByRole("button", { expanded: false }).filter({ hasText: "/api/v1/" });

test("the log shows calls as they come, and can be filtered, opened, copied and exported", async ({
  visitorAs,
  partner,
}) => {
  const key = await liveKey(partner.partnerId);
  const { page } = await visitorAs(partner.ownerEmail, "/portal/requests", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await expect(page.getByText("No requests yet")).toBeVisible();
  await look(page, "requests-empty");

  const calls = api(key);
  const externalUserId = `user-${unique()}`;
  expect((await calls.post("/talent/check", { email: "ada@example.com" })).status).toBe(200);
  expect((await calls.post("/solo-accounts", { externalUserId, email: "no address" })).status).toBe(400);
  expect((await calls.get(`/solo-accounts/${"0".repeat(25)}`)).status).toBe(404);
  expect((await api(partner.testKey).get("/solo-accounts/x")).status).toBe(403);
  // The list is live.
  await expect(rows(page)).toHaveCount(4);
  await look(page, "requests");

  await openFilters(page);
  await page.getByLabel("Status").selectOption({ label: "4xx rejected" });
  await expect(rows(page)).toHaveCount(3);
  await expect(page).toHaveURL(/status=4xx/);
  await page.getByLabel("Method").selectOption("POST");
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText("invalid_field").first()).toBeVisible();

  await rows(page).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText(externalUserId)).toBeVisible();
  await expect(drawer.getByText(key)).toHaveCount(0);
  await expect(drawer.getByText("missing_parameter")).toBeVisible();
  await look(page, "requests-open");
  await drawer.getByRole("button", { name: "Copy as curl" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`curl -X POST '${process.env.BASE_URL}/api/v1/solo-accounts'`);
  expect(copied).toContain('-H "Authorization: Bearer $API_KEY"');
  expect(copied).toContain(externalUserId);
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const csv = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(csv).toHaveLength(2);
  expect(csv[1]).toContain(",POST,/api/v1/solo-accounts,");

  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount(4);
  await page.getByLabel("Path begins with").fill("/api/v1/talent");
  await expect(rows(page)).toHaveCount(1);
});

test("a call leads to its records and events, an event to its call, and a copied command sends the same body", async ({
  visitorAs,
  partner,
}) => {
  const key = await liveKey(partner.partnerId);
  const receiver = await startReceiver();
  const { page } = await visitorAs(partner.ownerEmail, "/portal/requests", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const { id: accountId } = await makeAccount(
    await db.partner.findUniqueOrThrow({ where: { id: partner.partnerId } }),
    { status: "active" },
  );
  await createEndpoint(systemCtx(), {
    partnerId: partner.partnerId,
    url: receiver.url,
    description: "Main",
    types: [],
  });
  const title = 'it\'s `id` $(id) $HOME\n"quoted" \\';
  const line = (n: number) => ({
    ...{ contentUrl: `https://platform.example.com/${n}`, externalContentId: unique(), title, contentType: "image" },
    complianceCopy: { mimeType: "image/jpeg", sizeBytes: 1000 },
  });
  const logged = await api(key).post(`/solo-accounts/${accountId}/content`, line(1));
  expect(logged.status).toBe(201);
  await rows(page).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("link", { name: accountId })).toBeVisible();
  await expect(drawer.getByRole("link", { name: "content_log.created" })).toBeVisible();
  await expect(drawer.getByText("Delivered")).toBeVisible();
  await look(page, "requests-caused");

  await drawer.getByRole("button", { name: "Copy as curl" }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const sent = execFileSync("sh", ["-c", command.replace(/^curl/, String.raw`printf '%s\0'`)], { encoding: "utf8" });
  expect(JSON.parse(sent.split("\0").at(-2) ?? "")).toMatchObject({ title });

  await drawer.getByRole("link", { name: "content_log.created" }).click();
  const call = page.getByRole("link", { name: `POST /api/v1/solo-accounts/${accountId}/content` });
  await expect(call).toBeVisible();
  await look(page, "event-caused");
  await call.click();
  await expect(drawer.getByRole("heading", { name: /POST/ })).toBeVisible();
  await drawer.getByRole("link", { name: String(logged.body.depictionId) }).click();
  await expect(page).toHaveURL(new RegExp(`/portal/content/${logged.body.depictionId}$`));
  await receiver.close();
});

for (const moment of ["typed", "applied"] as const) {
  test(`a click works while a filter is being ${moment}, and the text stays`, async ({ visitorAs, partner }) => {
    const key = await liveKey(partner.partnerId);
    await api(key).post("/talent/check", { email: "ada@example.com" });
    await api(key).get(`/solo-accounts/${"0".repeat(25)}`);
    const { page } = await visitorAs(partner.ownerEmail, "/portal/requests");
    await expect(rows(page)).toHaveCount(2);

    const other = rows(page).filter({ hasText: "/api/v1/solo-accounts" });
    // The filtered list must not arrive before the click, however slow the machine is.
    const clicked = Promise.withResolvers<void>();
    await page.route(/[?&]path=/, async (route) => {
      await clicked.promise;
      await route.continue();
    });
    const filtered = page.waitForRequest(/[?&]path=/);
    await page.getByLabel("Path begins with").fill("/api/v1/talent");
    if (moment === "applied") await filtered;
    await other.click();
    clicked.resolve();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByRole("heading", { name: /GET \/api\/v1\/solo-accounts/ })).toBeVisible();
    await expect(page).toHaveURL(/path=%2Fapi%2Fv1%2Ftalent/);
    await expect(page).toHaveURL(/open=/);
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText("/api/v1/talent/check");

    await openFilters(page);
    await page.getByLabel("Request id").fill("none such");
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByLabel("Request id")).toHaveValue("");
    await expect(page).toHaveURL(/\/portal\/requests$/);
  });
}

test("a page names invalid filters, and can be cleared", async ({ visitorAs, partner }) => {
  const { page } = await visitorAs(partner.ownerEmail, "/portal/requests?status=9xx");
  await expect(page.getByText("Ignored because the value in the address is invalid")).toBeVisible();
  await look(page, "requests-unreadable");
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page.getByText("No requests yet")).toBeVisible();
});
