import { createEndpoint, emit } from "@/lib/domain/events";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeFailedDeliveries } from "@/lib/testing/deliveries";
import { makePartner, systemCtx } from "@/lib/testing/factories";
import { startReceiver } from "@/lib/testing/receiver";
import { expect, signIn, test } from "./harness/journey";
import { look, openFilters } from "./harness/page";
import { teamMember } from "./harness/people";

const BROKEN = "<script>alert(1)</script> <b>something broke</b>";

/** A receiver that fails until it is fixed, and an endpoint for it. */
async function brokenReceiver(partnerId: string) {
  let isBroken = true;
  const receiver = await startReceiver((response) => {
    if (isBroken) response.writeHead(500, { "X-Worker": "7", "Content-Type": "text/html" }).end(BROKEN);
    else response.end("thanks");
  });
  const made = await createEndpoint(systemCtx(), { partnerId, url: receiver.url, description: null, types: [] });
  const fix = () => {
    isBroken = false;
  };
  return { ...receiver, endpointId: made.endpointId, secret: made.secret, fix };
}

const ping = (partnerId: string) =>
  inTransaction((tx) => emit(tx, { type: "test.ping", partnerId, data: { message: "Hello" } }));

test("a failed delivery is inspected and resent, and an outage is replayed", async ({ visitorAs, partner }) => {
  const { partnerId } = partner;
  const { endpointId, secret, received, fix, close } = await brokenReceiver(partnerId);
  const { page } = await visitorAs(partner.ownerEmail, "/portal/webhooks/deliveries");
  await expect(page.getByText("No deliveries yet")).toBeVisible();
  await look(page, "deliveries-empty");

  await ping(partnerId);
  const row = page.getByRole("row").filter({ hasText: "test.ping" });
  await expect(row).toContainText("HTTP 500");
  await expect(row).toContainText("Retrying");
  await look(page, "deliveries");
  await openFilters(page);
  await page.getByLabel("Status").selectOption("delivered");
  await expect(page.getByText("No delivery matches these filters")).toBeVisible();
  await expect(page).toHaveURL(/status=delivered/);
  await page.getByRole("link", { name: "Clear filters" }).click();

  await row.getByRole("link", { name: /test\.ping/ }).click();
  await expect(page.getByText("something broke")).toBeVisible();
  await expect(page.getByText("x-worker: 7")).toBeVisible();
  await expect(page.getByText(`X-SVC-Delivery: ${received[0]?.headers["x-svc-delivery"]}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy as curl" })).toBeVisible();
  expect(await page.content()).not.toContain(secret.slice("whsec_".length));
  await look(page, "delivery-retrying");

  fix();
  await page.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText("Queued again. The answer appears below.")).toBeVisible();
  await expect(page.getByText("Delivered", { exact: true })).toBeVisible();
  await expect(page.getByText("Attempt 2")).toBeVisible();
  await expect(page.getByText("thanks")).toBeVisible();
  expect(received.map(({ body }) => body)).toEqual(Array(2).fill(received[0]?.body));
  await look(page, "delivery-delivered");

  const failed = await makeFailedDeliveries({ partnerId, endpointId }, 2);
  await page.goto(`/portal/webhooks/${endpointId}/deliveries`);
  await page.getByRole("button", { name: "Replay failed…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("status")).toContainText("2 deliveries failed since");
  await look(page, "replay-dialog");
  await dialog.getByLabel("Failed since").selectOption("custom");
  await dialog.getByLabel("Time (UTC)").fill("2030-01-01T00:00");
  await expect(dialog.getByRole("status")).toContainText("No deliveries have failed since then");
  await expect(dialog.getByRole("button", { name: "Send again" })).toBeDisabled();
  await dialog.getByLabel("Failed since").selectOption("1h");
  await dialog.getByRole("button", { name: "Send 2 deliveries again" }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/The last replay queued 2 deliveries that failed since/)).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Delivered" })).toHaveCount(3);
  await page.reload();
  await expect(page.getByText(/The last replay queued 2 deliveries that failed since/)).toBeVisible();
  await look(page, "replay-done");
  const arrived = received.map(({ headers }) => headers["x-svc-delivery"]);
  expect(arrived.slice(2).toSorted()).toEqual(failed);
  expect(await db.webhookReplay.count({ where: { endpointId } })).toBe(1);
  await close();
});

test("a long replay is visible to others, and none starts while an endpoint is paused", async ({
  visitorAs,
  partner,
}) => {
  const { partnerId } = partner;
  const { endpointId, close } = await brokenReceiver(partnerId);
  const [startedAt, since] = [clock.now(), new Date(clock.now().getTime() - 3_600_000)];
  const replay = { id: newId(), endpointId, partnerId, since, total: 5_000, done: 1_200, startedAt };
  await db.webhookReplay.create({ data: replay });
  const { page } = await visitorAs(partner.ownerEmail, `/portal/webhooks/${endpointId}/deliveries`);
  await expect(page.getByText("1,200 of 5,000 queued again")).toBeVisible();
  await expect(page.getByRole("button", { name: "Replay failed…" })).toHaveCount(0);
  await look(page, "replay-progress");
  await db.webhookReplay.update({ where: { id: replay.id }, data: { done: 3_400 } });
  await expect(page.getByText("3,400 of 5,000 queued again")).toBeVisible();
  await db.webhookReplay.update({ where: { id: replay.id }, data: { done: 5_000, finishedAt: clock.now() } });
  await expect(page.getByText(/The last replay queued 5,000 deliveries that failed since/)).toBeVisible();

  // A replay whose job has failed.
  const [before, failedAt] = [new Date(since.getTime() - 3_600_000), since];
  const [given = ""] = await makeFailedDeliveries({ partnerId, endpointId }, 1);
  await db.webhookDelivery.updateMany({ where: { id: given }, data: { settledAt: failedAt } });
  await db.webhookReplay.create({
    data: { id: newId(), endpointId, partnerId, since: before, total: 1, startedAt: failedAt },
  });
  await page.reload();
  await expect(page.getByText(/This is taking longer than it should/)).toBeVisible();
  await look(page, "replay-late");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/The last replay queued 1 delivery that failed since/)).toBeVisible();

  await db.webhookEndpoint.update({ where: { id: endpointId }, data: { status: "paused" } });
  const [deliveryId] = await makeFailedDeliveries({ partnerId, endpointId }, 1);
  await page.reload();
  await expect(page.getByRole("button", { name: "Replay failed…" })).toBeDisabled();
  await page.goto(`/portal/webhooks/deliveries/${deliveryId}`);
  await expect(page.getByText("The endpoint is paused. Resume it first.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend" })).toBeDisabled();
  await look(page, "delivery-paused");
  await close();
});

test("only integration roles see deliveries, and another partner's are 404", async ({ visitor, partner }) => {
  const { partnerId } = partner;
  const { endpointId, close } = await brokenReceiver(partnerId);
  const [deliveryId] = await makeFailedDeliveries({ partnerId, endpointId }, 1);
  const pages = [
    "/portal/webhooks/deliveries",
    `/portal/webhooks/deliveries/${deliveryId}`,
    `/portal/webhooks/${endpointId}/deliveries`,
  ];
  const data = [
    "/api/portal/deliveries",
    `/api/portal/deliveries/replay?endpoint=${endpointId}`,
    `/api/portal/deliveries/failed?endpoint=${endpointId}&since=24h`,
  ];
  const viewer = await visitor();
  viewer.watch.allow(403, /^\/(api\/)?portal\//);
  await signIn(viewer.page, await teamMember(partnerId, "viewer"));
  for (const path of pages) expect((await viewer.page.goto(path))?.status()).toBe(403);
  for (const path of data) expect((await viewer.page.request.get(path)).status()).toBe(403);

  const other = await makePartner();
  const stranger = await visitor();
  stranger.watch.allow(404, /^\/(api\/)?portal\//);
  await signIn(stranger.page, other.users.owner.email);
  for (const path of pages.slice(1)) expect((await stranger.page.goto(path))?.status()).toBe(404);
  for (const path of data.slice(1)) expect((await stranger.page.request.get(path)).status()).toBe(404);
  expect(await (await stranger.page.request.get(data[0] ?? "")).json()).toMatchObject({ rows: [] });
  await close();
});
