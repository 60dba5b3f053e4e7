import { createEndpoint } from "@/lib/domain/events";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makeDepiction, makeKey, systemCtx } from "@/lib/testing/factories";
import { makeItem, makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { makeScene } from "@/lib/testing/scenes";
import { expect, type Partner, test } from "./harness/journey";
import { DESKTOP, look, typeIntoSearch } from "./harness/page";
import { teamMember } from "./harness/people";

/** A platform with a busy day behind it, and several things that wait. */
async function busyDay({ partnerId }: Partner): Promise<{ endpointId: string }> {
  const owner = { id: partnerId, plan: "platform_pays" } as const;
  const now = clock.now().getTime();
  const ago = (hours: number) => new Date(now - hours * HOUR_MS);
  const key = await makeKey(owner, { name: "Production", expiresAt: ago(-90), lastUsedAt: ago(1) });
  for (const name of ["Import", "Payouts"]) await makeKey(owner, { name });
  const { endpointId } = await createEndpoint(systemCtx(), {
    partnerId,
    url: "https://hooks.example.com/vellum",
    description: "Ledger service",
    types: [],
  });
  await db.webhookEndpoint.update({ where: { id: endpointId }, data: { failingSince: ago(70) } });
  for (let n = 1; n <= 14; n++) await makeAccount(owner, { status: "active", externalUserId: `creator-${n}` });
  for (let n = 1; n <= 9; n++) await makeDepiction(owner, { title: `Lake ${n}` });
  const depiction = await makeDepiction(owner, { title: "Night shoot" });
  const item = await makeItem(await makeRemoval(), { depictionId: depiction.id, status: "confirmed" });
  await makeTakedown(item, { partnerId, deadlineAt: ago(-5) });
  await makeScene(owner, { title: "Rooftop", createdAt: ago(13 * 24), expiresAt: ago(-30), performers: [{}, {}] });
  for (let n = 0; n < 25; n++) {
    const hour = new Date(Math.floor(ago(n).getTime() / HOUR_MS) * HOUR_MS);
    await db.$executeRaw`SELECT request_log_ensure_day(${ago(n)}::date)`;
    const calls = 4 + ((n * 7) % 11);
    await db.requestLog.createMany({
      data: Array.from({ length: calls }, (_, call) => ({
        ...{ id: newId(), at: ago(n), partnerId, apiKeyId: key.id, method: "GET", path: "/api/v1/solo-accounts" },
        ...{ durationMs: 12, requestHeaders: {}, responseHeaders: {} },
        ...(call === 3 ? { status: 404, statusClass: 4 } : { status: 200, statusClass: 2 }),
      })),
    });
    if (n === 24) continue;
    await db.webhookEndpointHour.create({
      data: {
        ...{ endpointId, partnerId, hour, attempts: calls, succeeded: n % 5 === 0 ? calls - 2 : calls },
        latencies: Array.from({ length: 58 }, () => 0),
      },
    });
  }
  const invoice = { lineCount: 13, totalCents: 11_700, createdAt: ago(24) };
  const month = new Date(Math.floor(now / DAY_MS) * DAY_MS);
  month.setUTCDate(1);
  await db.platformInvoice.create({ data: { id: newId(), partnerId, month, ...invoice } });
  return { endpointId };
}

test("the overview ranks what waits, on one screen, with one chart in the reader's zone", async ({
  visitorAs,
  partner,
}) => {
  const { endpointId } = await busyDay(partner);
  const { page } = await visitorAs(partner.ownerEmail, "/portal", { timezoneId: "America/New_York" });
  await expect(page.getByText("Active creators")).toBeVisible();
  await page.reload();
  const rows = page.getByRole("region", { name: "Needs attention" }).getByRole("listitem");
  await expect(rows).toHaveText([/Webhooks to “Ledger service” fail/, /1 open takedown/, /1 scene closes/, /Key “/]);
  await expect(page.getByRole("table", { name: /^By hour, E[SD]T$/ })).toBeAttached();
  await expect(page.getByText("$117.00 for")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(DESKTOP.height);
  await look(page, "overview-busy");
  await page.getByRole("navigation", { name: "Chart" }).getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByRole("table", { name: /^Attempts by hour, E[SD]T$/ })).toBeAttached();
  await look(page, "overview-busy-webhooks");

  // The chart and the rows are plain links.
  const plain = await visitorAs(partner.ownerEmail, "/portal?chart=webhooks", { javaScriptEnabled: false });
  await expect(plain.page.getByText("Attempts by hour, UTC").first()).toBeVisible();
  await expect(plain.page.getByText("Active creators")).toBeVisible();
  await plain.page.getByRole("link", { name: "Webhooks to “Ledger service” fail" }).click();
  await expect(plain.page).toHaveURL(new RegExp(`/webhooks/${endpointId}/deliveries$`));

  const viewer = await visitorAs(await teamMember(partner.partnerId, "viewer"), "/portal");
  await expect(viewer.page.getByText("Open takedowns")).toBeVisible();
  await expect(viewer.page.getByRole("navigation", { name: "Chart" })).toHaveCount(0);
  await expect(viewer.page.getByText(/Next invoice/)).toHaveCount(0);
  await look(viewer.page, "overview-viewer");
});

test("the search opens what does something, with its subject chosen", async ({ visitorAs, partner }) => {
  await busyDay(partner);
  const { page } = await visitorAs(partner.ownerEmail, "/portal");
  await typeIntoSearch(page, "rev");
  await page.getByRole("option", { name: "Revoke “Payouts”" }).click();
  await expect(page.getByRole("dialog", { name: "Revoke “Payouts”?" })).toBeVisible();
  await expect(page).toHaveURL(/\/portal\/keys$/);
  await page.getByRole("button", { name: "Cancel" }).click();

  await typeIntoSearch(page, "mark");
  await look(page, "search-actions");
  await page.getByRole("option", { name: "Mark as taken down “Night shoot”" }).click();
  await expect(page.getByRole("dialog", { name: "Mark as taken down?" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();

  await typeIntoSearch(page, "teammate");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.goto("/portal/keys?do=create");
  await expect(page.getByRole("dialog", { name: "Create a live key" })).toBeVisible();

  const viewer = await visitorAs(await teamMember(partner.partnerId, "viewer"), "/portal/keys?do=create");
  await typeIntoSearch(viewer.page, "rotate");
  await expect(viewer.page.getByRole("status").filter({ hasText: /^No results/ })).toBeVisible();
});

test("filters are saved by name, for oneself and for the team, and work without scripts", async ({
  visitorAs,
  partner,
}) => {
  await busyDay(partner);
  const { page } = await visitorAs(partner.ownerEmail, "/portal/scenes");
  await expect(page.getByText("Saved filters")).toHaveCount(0);
  await page.getByLabel("Closes").selectOption("Within 3 days");
  await page.getByText("Saved filters").click();
  await page.getByRole("button", { name: "Save filters" }).click();
  await expect(page.getByText("Give the filter a name.").first()).toBeVisible();
  await page.getByLabel("Save these filters as").fill("Closing soon");
  await page.getByLabel("For the whole team").check();
  await look(page, "saved-filters-save");
  await page.getByRole("button", { name: "Save filters" }).click();
  await expect(page.locator("summary").filter({ hasText: /^Closing soon$/ })).toBeVisible();
  await look(page, "saved-filters");

  const viewer = await visitorAs(await teamMember(partner.partnerId, "viewer"), "/portal/scenes", {
    javaScriptEnabled: false,
  });
  await viewer.page.getByText("Saved filters").click();
  await expect(viewer.page.getByText("Edit Closing soon")).toHaveCount(0);
  await viewer.page.getByRole("link", { name: "Closing soon" }).click();
  await expect(viewer.page).toHaveURL(/\/portal\/scenes\?closes=3$/);
  await viewer.page.goto("/portal/content?copy=missing");
  await viewer.page.getByText("Saved filters").click();
  await expect(viewer.page.getByLabel("For the whole team")).toHaveCount(0);
  await viewer.page.getByLabel("Save these filters as").fill("No copy");
  await viewer.page.getByRole("button", { name: "Save filters" }).click();
  await expect(viewer.page.locator("summary").filter({ hasText: /^No copy$/ })).toBeVisible();

  await page.getByText("Edit Closing soon").click();
  await page.getByLabel("Name", { exact: true }).fill("Closes in 3 days");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("link", { name: "Closes in 3 days" })).toBeVisible();
  await page.getByRole("button", { name: "Delete for the team" }).click();
  await expect(page.getByRole("link", { name: "Closes in 3 days" })).toHaveCount(0);

  await page.goto("/portal/scenes");
  await page.getByRole("link", { name: /^Created.*show oldest first$/ }).click();
  await expect(page).toHaveURL(/\?order=oldest$/);
  await expect(page.getByRole("columnheader", { name: /^Created/ })).toHaveAttribute("aria-sort", "ascending");
});
