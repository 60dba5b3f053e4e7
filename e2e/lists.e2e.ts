import { createEndpoint } from "@/lib/domain/events";
import { makeFailedDeliveries } from "@/lib/testing/deliveries";
import { makeAccount, makeDepiction, systemCtx } from "@/lib/testing/factories";
import { api } from "./harness/api";
import { expect, test } from "./harness/journey";
import { look, openFilters } from "./harness/page";
import { liveKey } from "./harness/people";

test("the first row of every list is visible, and has few tab stops", async ({ visitorAs, partner, isMobile }) => {
  const key = await liveKey(partner.partnerId);
  const owner = { id: partner.partnerId, plan: "platform_pays" } as const;
  const { endpointId } = await createEndpoint(systemCtx(), {
    partnerId: partner.partnerId,
    url: "http://127.0.0.1:9/hooks",
    description: null,
    types: [],
  });
  await makeFailedDeliveries({ partnerId: partner.partnerId, endpointId }, 2);
  for (let n = 1; n <= 11; n++) await makeAccount(owner, { status: "active", externalUserId: `creator-${n}` });
  await makeDepiction(owner, { title: "Lake" });
  await api(key).post("/talent/check", { email: "ada@example.com" });

  const { page } = await visitorAs(partner.ownerEmail);
  // The smallest phone in use, smaller than in other journeys.
  if (isMobile) await page.setViewportSize({ width: 375, height: 667 });
  const height = page.viewportSize()?.height ?? 0;
  const lists = ["/creators", "/content", "/requests", "/events", "/webhooks/deliveries"];
  for (const path of lists) {
    await page.goto(`/portal${path}`);
    const table = page.getByRole("table").first();
    const first = table.getByRole("row").nth(1);
    await expect(first).toBeVisible();
    const box = await first.boundingBox();
    expect.soft((box?.y ?? height) + (box?.height ?? 0), `the end of the first row of ${path}`).toBeLessThan(height);
    const rows = (await table.getByRole("row").count()) - 1;
    const stops = await table.evaluate((element) => {
      const all = [...element.querySelectorAll<HTMLElement>("a, button, input, summary, [tabindex]")];
      return all.filter(({ tabIndex }) => tabIndex >= 0).length;
    });
    expect.soft(stops / rows, `stops in each row of ${path}`).toBeLessThanOrEqual(path === "/creators" ? 2 : 1);
  }
});

test("filters work without scripts, and show how many are set", async ({ visitor, visitorAs, partner }) => {
  const owner = { id: partner.partnerId, plan: "platform_pays" } as const;
  await makeDepiction(owner, { title: "Lake" });
  await makeDepiction(owner, { title: "Roof" });
  const signedIn = await visitorAs(partner.ownerEmail);
  const storageState = await signedIn.page.context().storageState();
  const { page } = await visitor({ javaScriptEnabled: false, storageState });
  await page.goto("/portal/content");
  await page.getByLabel("Title, URL or content id").fill("roof");
  await openFilters(page);
  await page.getByLabel("Record").selectOption("no");
  await page.getByRole("button", { name: "Show results" }).click();
  // Records become searchable shortly after they are written, and without scripts the page doesn't refresh.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("link", { name: "Roof" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole("link", { name: "Lake" })).toHaveCount(0);
  await expect(page.getByText("Filters1 set")).toBeAttached();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^content-.*\.csv$/);

  await page.goto("/portal/events");
  await openFilters(page);
  await page.getByText("Event type: All types").click();
  await page.getByRole("radio", { name: "content_log.deleted" }).check();
  await page.getByRole("button", { name: "Show results" }).click();
  await expect(page).toHaveURL(/type=content_log\.deleted/);
  await expect(page.getByText("Event type: content_log.deleted")).toBeAttached();
});

test("an event type is found by typing, with the keyboard only", async ({ visitorAs, partner }) => {
  const { page } = await visitorAs(partner.ownerEmail, "/portal/events");
  await openFilters(page);
  await page.getByText("Event type: All types").click();
  await look(page, "events-type-picker");
  const search = page.getByLabel("Search event types");
  await search.fill("zebra");
  await expect(page.getByText("No event type matches.")).toBeVisible();
  await search.fill("log deleted");
  await expect(page.getByRole("radio", { name: "content_log.deleted" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "solo_account.suspended" })).toBeHidden();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/type=content_log\.deleted/);
  await expect(page.getByText("Event type: content_log.deleted")).toBeAttached();
});
