import type { Page } from "@playwright/test";
import { createEndpoint, emit } from "@/lib/domain/events";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { makePartner, systemCtx } from "@/lib/testing/factories";
import { startReceiver } from "@/lib/testing/receiver";
import { api } from "./harness/api";
import { expect, type Partner, test, unique } from "./harness/journey";
import { look, openFilters, typeIntoSearch } from "./harness/page";
import { liveKey, teamMember } from "./harness/people";

type Of = Pick<Partner, "partnerId">;

const suspend = ({ partnerId }: Of, { accountId, externalUserId }: { accountId: string; externalUserId: string }) =>
  inTransaction((tx) =>
    emit(tx, {
      type: "solo_account.suspended",
      partnerId,
      data: { accountId, externalUserId, reason: "manual_suspension" },
    }),
  );
const ping = ({ partnerId }: Of) =>
  inTransaction((tx) => emit(tx, { type: "test.ping", partnerId, data: { message: "Grüße ✓" } }));

const rows = (page: Page) =>
  page
    .getByRole("table")
    .getByRole("row")
    .filter({ has: page.getByRole("link") });

test("the log is live, can be filtered, and links to an event's payload and deliveries", async ({
  visitorAs,
  partner,
}) => {
  const receiver = await startReceiver();
  const { page } = await visitorAs(partner.ownerEmail, "/portal/events", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await expect(page.getByText("No events yet")).toBeVisible();
  await look(page, "events-empty");

  const account = { accountId: unique().padStart(25, "0"), externalUserId: `User-${unique()}` };
  await suspend(partner, account);
  // The list is live.
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Not sent");
  const input = { partnerId: partner.partnerId, url: receiver.url, description: "Main", types: [] };
  await createEndpoint(systemCtx(), input);
  await ping(partner);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText("Delivered");
  await look(page, "events");

  await openFilters(page);
  await page.getByText("Event type: All types").click();
  await page.getByLabel("Search event types").fill("suspended");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/type=solo_account\.suspended/);
  await page.getByLabel("Time").selectOption("24h");
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("link", { name: account.externalUserId }).click();
  await expect(page).toHaveURL(new RegExp(`events\\?object=${account.externalUserId}$`));
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel("Id or email in the payload").fill("nobody@example.com");
  await expect(page.getByText("No event matches these filters")).toBeVisible();
  await look(page, "events-none");
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole("link", { name: "solo_account.suspended" }).click();
  await expect(page.getByRole("link", { name: `All events about ${account.externalUserId}` })).toBeVisible();
  await look(page, "event-with-objects");
  await page.getByRole("link", { name: "Events", exact: true }).last().click();
  await page.getByRole("link", { name: "test.ping" }).click();
  await expect(page.getByRole("heading", { name: "test.ping" })).toBeVisible();
  await look(page, "event");
  const sent = page.getByRole("figure").filter({ hasText: "As sent" });
  await sent.getByRole("button", { name: "Copy" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(receiver.received[0]?.body);
  await page.getByRole("link", { name: "Main" }).click();
  await expect(page).toHaveURL(/\/portal\/webhooks\/deliveries\/del_\w{25}$/);
  await receiver.close();
});

test("another partner's events and unknown ones are 404, and viewers see none", async ({ visitorAs, partner }) => {
  const other = { partnerId: (await makePartner()).id };
  await ping(other);
  const foreign = await db.webhookEvent.findFirstOrThrow({ where: other });
  const { page, watch } = await visitorAs(partner.ownerEmail);
  watch.allow(404, /^\/portal\/events\//);
  for (const id of [foreign.id, `evt_${"0".repeat(25)}`, "x"]) {
    expect((await page.goto(`/portal/events/${id}`))?.status()).toBe(404);
    await expect(page.getByText("Event not found")).toBeVisible();
  }
  await look(page, "event-not-found");
  await page.goto("/portal/events?type=solo_account");
  await expect(page.getByText("Ignored because the value in the address is invalid")).toBeVisible();

  const viewer = await visitorAs(await teamMember(partner.partnerId, "viewer"));
  viewer.watch.allow(403, /^\/portal\/events/);
  for (const path of ["/portal/events", `/portal/events/${foreign.id}`]) {
    expect((await viewer.page.goto(path))?.status()).toBe(403);
  }
  const read = await viewer.page.request.get("/api/portal/events");
  expect(read.status()).toBe(403);
});

test("the overview shows webhook health, search finds webhooks, and the feed continues from its cursor", async ({
  visitorAs,
  partner,
}) => {
  const { partnerId } = partner;
  const { endpointId } = await createEndpoint(systemCtx(), {
    partnerId,
    url: "http://127.0.0.1:9/hooks",
    description: "Ledger service",
    types: [],
  });
  await ping(partner);
  const failingSince = new Date(clock.now().getTime() - 3 * DAY_MS);
  await db.webhookEndpoint.update({ where: { id: endpointId }, data: { failingSince } });
  const { page } = await visitorAs(partner.ownerEmail, "/portal");
  await expect(page.getByText("Webhooks to “Ledger service” fail")).toBeVisible();
  await look(page, "overview-calls");
  await page.getByRole("navigation", { name: "Chart" }).getByRole("link", { name: "Webhooks" }).click();
  await expect(page).toHaveURL(/\/portal\?chart=webhooks$/);
  await expect(page.getByText("1 of 1 endpoints failing")).toBeVisible();
  await look(page, "overview-webhooks");
  await page.getByRole("link", { name: "1 pending" }).click();
  await expect(page).toHaveURL(/\/portal\/webhooks\/deliveries\?status=pending$/);

  const delivery = await db.webhookDelivery.findFirstOrThrow({ where: { endpointId } });
  for (const [text, href] of [
    [delivery.eventId, `/portal/events/${delivery.eventId}`],
    [delivery.id, `/portal/webhooks/deliveries/${delivery.id}`],
    ["ledger", `/portal/webhooks/${endpointId}`],
  ] as const) {
    await page.goto("/portal/events");
    await typeIntoSearch(page, text);
    await expect(page.getByRole("dialog", { name: "Search" }).getByRole("option").first()).toContainText(
      /test\.ping|Ledger/,
    );
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL((url) => url.pathname === href);
  }

  const feed = api(await liveKey(partnerId));
  const first = await feed.get("/events?limit=1");
  expect(first.body.events).toMatchObject([{ id: delivery.eventId }]);
  await ping(partner);
  const second = await feed.get(`/events?after=${first.body.nextCursor}`);
  expect(second.body.events).toHaveLength(1);
});
