import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { createEndpoint, emit } from "@/lib/domain/events";
import { inTransaction } from "@/lib/platform/db";
import { systemCtx } from "@/lib/testing/factories";
import { type Received, startReceiver } from "@/lib/testing/receiver";
import { expect, type Partner, test } from "./harness/journey";
import { look } from "./harness/page";
import { teamMember } from "./harness/people";

const happen = ({ partnerId }: Partner) =>
  inTransaction((tx) => emit(tx, { type: "test.ping", partnerId, data: { message: "Something happened." } }));

const isSignedWith = (secret: string, { body, headers }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

/** The secret that the page shows. */
async function shownSecret(page: Page): Promise<string> {
  const shown = page.getByRole("figure").filter({ hasText: "Signing secret" }).locator("code");
  await expect(shown).toHaveText(/^whsec_[\w+/]{43}=$/);
  return (await shown.textContent()) ?? "";
}

/** Reloads until the sender's result is on the page. */
async function untilShown(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

async function confirmed(page: Page, { button, by }: { button: string; by: string }): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("dialog").getByRole("button", { name: by }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("an endpoint is registered, edited and its secret rotated", { tag: "@desk" }, async ({ visitorAs, partner }) => {
  const receiver = await startReceiver();
  const { page } = await visitorAs(partner.ownerEmail, "/portal/webhooks");
  await expect(page.getByText("No endpoint yet")).toBeVisible();
  await look(page, "webhooks-empty");

  await page.getByRole("link", { name: "Add your first endpoint" }).click();
  await expect(page.getByRole("heading", { name: "Add an endpoint" })).toBeVisible();
  await page.getByLabel("URL").fill("hooks");
  await page.getByLabel("Description").fill("Production");
  await page.getByText("Only those you choose").click();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByRole("link", { name: "Choose at least one event, or all of them." })).toBeVisible();
  await look(page, "webhooks-new-refused");
  await page.getByLabel("content_log.created").check();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByRole("link", { name: "This is not a URL." })).toBeVisible();
  await expect(page.getByLabel("URL")).toHaveValue("hooks");
  await expect(page.getByLabel("Description")).toHaveValue("Production");
  await expect(page.getByLabel("content_log.created")).toBeChecked();
  await page.getByText("All events").click();
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByRole("heading", { name: "Endpoint added" })).toBeFocused();
  const first = await shownSecret(page);
  await look(page, "webhooks-new-secret");
  await page.getByRole("button", { name: "Send a test event" }).click();
  await expect(page.locator("#test-form p[role=status]")).toHaveText(/^Received: the endpoint answered 200/);
  await expect(page.getByRole("heading", { name: "Endpoint added" })).toBeVisible();
  expect(receiver.received.splice(0)).toHaveLength(1);
  await look(page, "webhooks-new-tested");

  await happen(partner);
  await expect.poll(() => receiver.received.map((one) => isSignedWith(first, one))).toEqual([true]);
  await page.getByRole("link", { name: "Open endpoint" }).click();
  await expect(page.getByRole("heading", { name: "Production" })).toBeVisible();
  await untilShown(page, "of 1 attempt");
  await expect(page.getByText(first)).toHaveCount(0);
  await look(page, "webhooks-endpoint");

  await page.getByLabel("Description").fill("Publishing queue");
  await page.getByText("Only those you choose").click();
  await page.getByLabel("solo_account.verified").check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { name: "Publishing queue" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("solo_account.verified")).toBeChecked();
  await page.getByText("All events").click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Changes saved")).toBeVisible();

  await page.getByRole("button", { name: "Show the secret" }).click();
  expect(await shownSecret(page)).toBe(first);
  await page.getByRole("button", { name: "Hide the secret" }).click();
  await expect(page.getByText(first)).toHaveCount(0);
  await page.getByRole("button", { name: "Rotate" }).click();
  await expect(page.getByLabel("The old secret ends after")).toHaveValue("24");
  await look(page, "webhooks-rotate");
  await page.getByRole("button", { name: "Rotate the secret" }).click();
  await expect(page.getByText("Two secrets sign now")).toBeVisible();
  const second = await shownSecret(page);
  expect(second).not.toBe(first);
  await look(page, "webhooks-overlap");
  await happen(partner);
  await expect.poll(() => receiver.received.length).toBe(2);
  const [, both] = receiver.received;
  expect(both && [isSignedWith(first, both), isSignedWith(second, both)]).toEqual([true, true]);

  await confirmed(page, { button: "End the overlap now", by: "End the overlap" });
  await expect(page.getByText("Two secrets sign now")).toHaveCount(0);
  await happen(partner);
  await expect.poll(() => receiver.received.length).toBe(3);
  const [, , last] = receiver.received;
  expect(last && [isSignedWith(first, last), isSignedWith(second, last)]).toEqual([false, true]);
  await receiver.close();
});

test("an endpoint that fails is paused, resumed and deleted", async ({ visitorAs, partner }) => {
  const receiver = await startReceiver((response) => response.writeHead(500).end());
  const { endpointId } = await createEndpoint(systemCtx(), {
    partnerId: partner.partnerId,
    url: receiver.url,
    description: "Publishing queue",
    types: [],
  });
  const { page } = await visitorAs(partner.ownerEmail);
  await happen(partner);
  await page.goto(`/portal/webhooks/${endpointId}`);
  await untilShown(page, "Failing since");
  await look(page, "webhooks-failing");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("1 pending delivery. We’ll send what is due after you resume.")).toBeVisible();
  await page.getByRole("button", { name: "Pause sending" }).click();
  await expect(page.getByText("Nothing is sent while the endpoint is paused")).toBeVisible();
  await look(page, "webhooks-paused");
  await page.goto("/portal/webhooks");
  await expect(page.getByText("Paused")).toBeVisible();
  await look(page, "webhooks");
  await page.getByRole("link", { name: "Publishing queue" }).click();
  await happen(partner);
  await confirmed(page, { button: "Resume", by: "Resume sending" });
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(page.getByText("This endpoint missed 1 event")).toBeVisible();
  await look(page, "webhooks-missed");
  await page.getByRole("button", { name: "Send 1 event" }).click();
  await expect(page.getByText("This endpoint missed 1 event")).toHaveCount(0);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(1);

  // On a phone the toast covers the last button until it disappears.
  await page.mouse.move(0, 0);
  await expect(page.getByText("Endpoint resumed")).toHaveCount(0);
  await page.getByRole("button", { name: "Delete endpoint" }).click();
  await expect(page.getByText(/pending deliver(y|ies) won’t be sent\./)).toBeVisible();
  await look(page, "webhooks-delete");
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("No endpoint yet")).toBeVisible();
  await receiver.close();
});

test("the page says that twenty endpoints are the limit", async ({ visitorAs, partner }) => {
  const add = { partnerId: partner.partnerId, description: null, types: [] };
  for (let n = 1; n < 20; n++) await createEndpoint(systemCtx(), { ...add, url: `http://127.0.0.1:9/hooks/${n}` });
  const { page } = await visitorAs(partner.ownerEmail, "/portal/webhooks/new");
  await createEndpoint(systemCtx(), { ...add, url: "http://127.0.0.1:9/hooks/20" });
  await page.getByLabel("URL").fill("http://127.0.0.1:9/hooks/21");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText("You have 20 endpoints, the maximum.")).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByText("20 of 20 endpoints")).toBeVisible();
  await expect(page.getByRole("link", { name: /Add/ })).toHaveCount(0);
  await look(page, "webhooks-full");
});

test("a viewer cannot see webhooks", async ({ visitorAs, partner }) => {
  const { endpointId } = await createEndpoint(systemCtx(), {
    partnerId: partner.partnerId,
    url: "http://127.0.0.1:9/hooks",
    description: null,
    types: [],
  });
  const { page, watch } = await visitorAs(await teamMember(partner.partnerId, "viewer"), "/portal");
  await expect(page.getByRole("link", { name: "Webhooks", exact: true })).toHaveCount(0);
  watch.allow(403, /^\/portal\/webhooks/);
  for (const path of ["", "/new", `/${endpointId}`]) {
    expect((await page.goto(`/portal/webhooks${path}`))?.status()).toBe(403);
  }
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("payloads are edited before they are sent, also without scripts", async ({ visitor, visitorAs, partner }) => {
  const receiver = await startReceiver();
  const { endpointId } = await createEndpoint(systemCtx(), {
    partnerId: partner.partnerId,
    url: receiver.url,
    description: "Publishing queue",
    types: [],
  });
  const { page } = await visitorAs(partner.ownerEmail, `/portal/webhooks/${endpointId}`);
  await page.getByRole("link", { name: "Payload" }).click();
  await expect(page.getByText("On an example of")).toBeVisible();
  const edits = page.getByLabel("Edits");
  await edits.fill('{ "drop": ["message"] }');
  await page.getByRole("button", { name: "Save edits" }).click();
  await expect(page.getByRole("link", { name: /drop/ })).toBeVisible();
  await expect(edits).toHaveValue('{ "drop": ["message"] }');
  await look(page, "webhooks-payload-refused");

  await happen(partner);
  await expect.poll(() => receiver.received.length).toBe(1);
  await edits.fill('{ "rename": { "message": "text" }, "add": { "source": "vellum" } }');
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText('"text": "Something happened."')).toBeVisible();
  await look(page, "webhooks-payload");
  await page.getByRole("button", { name: "Save edits" }).click();
  await expect(page.getByText("Payload edits saved")).toBeVisible();
  await happen(partner);
  await expect.poll(() => receiver.received.length).toBe(2);
  const sent = receiver.received.map(({ body }) => JSON.parse(body).data);
  expect(sent).toEqual([{ message: "Something happened." }, { text: "Something happened.", source: "vellum" }]);

  const storageState = await page.context().storageState();
  const { page: plain } = await visitor({ javaScriptEnabled: false, storageState });
  await plain.goto(`/portal/webhooks/${endpointId}/payload`);
  await expect(plain.getByLabel("Edits")).toHaveValue(/"rename"/);
  await plain.getByLabel("Edits").fill('{ "omit": ["message"] }');
  await plain.getByRole("button", { name: "Preview" }).click();
  await expect(plain.getByLabel("Edits")).toHaveValue('{ "omit": ["message"] }');
  await expect(plain.getByText('"data": {}')).toBeVisible();
  await receiver.close();
});
