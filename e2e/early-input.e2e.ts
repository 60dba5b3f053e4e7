import { createEndpoint } from "@/lib/domain/events";
import { db } from "@/lib/platform/db";
import { makeAccount, makeDepiction, systemCtx } from "@/lib/testing/factories";
import { startReceiver } from "@/lib/testing/receiver";
import { api } from "./harness/api";
import { creator, fillDocument, proveMailbox, provision } from "./harness/creator";
import { expect, freshEmail, test } from "./harness/journey";
import { delayScripts, openFilters, openWithoutScripts } from "./harness/page";
import { custodian, liveKey, logWithCopy } from "./harness/people";

// Input before a page's script has loaded is kept, on each kind of form.

// The smallest image: one gray pixel.
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
);

const platformPays = (partnerId: string) => ({ id: partnerId, plan: "platform_pays" as const });

const endpointOf = async (partnerId: string, url: string): Promise<string> =>
  (await createEndpoint(systemCtx(), { partnerId, url, description: null, types: [] })).endpointId;

test("filters set before the script loads apply to the list and its export", async ({ visitorAs, partner }) => {
  const key = await liveKey(partner.partnerId);
  await api(key).post("/talent/check", { email: "ada@example.com" });
  await api(key).get(`/solo-accounts/${"0".repeat(25)}`);
  const { page } = await visitorAs(partner.ownerEmail);
  const { release } = await delayScripts(page);
  await openWithoutScripts(page, "/portal/requests");
  await page.getByLabel("Path begins with").fill("/api/v1/talent");
  await openFilters(page);
  await page.getByLabel("Method").selectOption("POST");
  release();
  await expect(page).toHaveURL(/path=%2Fapi%2Fv1%2Ftalent/);
  await expect(page).toHaveURL(/method=POST/);
  await expect(page.getByRole("row").filter({ hasText: "/api/v1/" })).toHaveCount(1);
  await expect(page.getByLabel("Method")).toHaveValue("POST");
});

test("a simulated event has the type that the page shows, however quick the click", async ({ visitorAs, partner }) => {
  const receiver = await startReceiver();
  const endpointId = await endpointOf(partner.partnerId, receiver.url);
  const { page } = await visitorAs(partner.ownerEmail);
  const simulator = page.getByRole("region", { name: "Simulator" });
  const sent = () => receiver.received.map(({ headers }) => headers["x-svc-event"]);
  const { release } = await delayScripts(page);
  await openWithoutScripts(page, `/portal/webhooks/${endpointId}/test`);
  await simulator.getByRole("radio", { name: "solo_account.suspended" }).check();
  await simulator.getByRole("button", { name: "Send this example" }).click();
  await expect.poll(sent).toEqual(["solo_account.suspended"]);
  release();
  await page.goto(`/portal/webhooks/${endpointId}/test`);
  await simulator.getByRole("radio", { name: "content_log.deleted" }).check();
  await simulator.getByRole("button", { name: "Send this example" }).click();
  await expect.poll(sent).toEqual(["solo_account.suspended", "content_log.deleted"]);
  await receiver.close();
});

test("a key gets the expiry chosen before the script loads", async ({ visitorAs, partner }) => {
  await liveKey(partner.partnerId);
  const { page } = await visitorAs(partner.ownerEmail, "/portal/keys");
  const path = (await page.getByRole("link", { name: "Rotate Test suite" }).getAttribute("href")) ?? "";
  const { release } = await delayScripts(page);
  await openWithoutScripts(page, path);
  await page.getByLabel("Name").fill("Early");
  await page.getByLabel("Expires").selectOption("custom");
  await page.getByLabel("Last day").fill("2099-12-31");
  release();
  await expect(page.getByRole("button", { name: "Create the new key" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Name").fill("Early bird");
  await expect(page.getByLabel("Expires")).toHaveValue("custom");
  await page.getByRole("button", { name: "Create the new key" }).click();
  await expect(page.getByText("Deploy the new key").first()).toBeVisible();
  const made = await db.apiKey.findFirstOrThrow({ where: { partnerId: partner.partnerId, name: "Early bird" } });
  expect(made.expiresAt?.toISOString()).toBe("2099-12-31T23:59:59.999Z");
});

test("an endpoint gets the types chosen before the script loads", async ({ visitorAs, partner }) => {
  const { page } = await visitorAs(partner.ownerEmail);
  const { release } = await delayScripts(page);
  await openWithoutScripts(page, "/portal/webhooks/new");
  await page.getByLabel("URL").fill("http://127.0.0.1:9/early");
  await page.getByRole("radio", { name: /Only those you choose/ }).check({ force: true });
  await page.getByRole("checkbox", { name: /content_log\.deleted/ }).check();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText("Endpoint added")).toBeVisible();
  release();
  const made = await db.webhookEndpoint.findFirstOrThrow({ where: { partnerId: partner.partnerId } });
  expect(made.types).toEqual(["content_log.deleted"]);
});

test("a secret is rotated with the overlap shown, even by two quick clicks", async ({ visitorAs, partner }) => {
  const endpointId = await endpointOf(partner.partnerId, "http://127.0.0.1:9/hooks");
  const { page } = await visitorAs(partner.ownerEmail);
  const { release } = await delayScripts(page);
  await openWithoutScripts(page, `/portal/webhooks/${endpointId}`);
  // Clicked before the script loads, it opens once it has.
  await page.getByRole("button", { name: "Rotate" }).click();
  release();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("The old secret ends after")).toHaveValue("24");
  await page.keyboard.press("Escape");
  // The dialog's own script loads late.
  await page.unrouteAll({ behavior: "wait" });
  await page.reload({ waitUntil: "networkidle" });
  const late = await delayScripts(page);
  await page.getByRole("button", { name: "Rotate" }).click();
  await dialog.getByRole("button", { name: "Rotate the secret" }).click();
  late.release();
  await expect(page.getByText("Two secrets sign now")).toBeVisible();
});

test("creators ticked before the script loads are selected", async ({ visitorAs, partner }) => {
  await makeAccount(platformPays(partner.partnerId), { status: "active", externalUserId: "early" });
  const { page } = await visitorAs(partner.ownerEmail);
  const { release } = await delayScripts(page);
  await openWithoutScripts(page, "/portal/creators");
  await page.getByRole("checkbox", { name: "early" }).check();
  release();
  await expect(page.getByText("1 creator selected")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "early" })).toBeChecked();
});

test("a custodian's reason, a theme and a passkey's name are kept", async ({ visitorAs, partner }) => {
  const account = await makeAccount(platformPays(partner.partnerId), { status: "active" });
  const depictionId = await logWithCopy(await liveKey(partner.partnerId), account.id, {
    title: "Early",
    mimeType: "image/png",
    body: PNG,
  });
  const { page } = await visitorAs(await custodian());
  const reason = await delayScripts(page);
  await openWithoutScripts(page, `/custodian/records/${depictionId}`);
  await page.getByLabel("Why").selectOption("inspection");
  await page.getByRole("button", { name: "Show copy" }).click();
  reason.release();
  await expect(page.getByRole("button", { name: "Hide copy" })).toBeVisible();
  await expect(page.getByLabel("Why")).toHaveValue("inspection");

  await page.unrouteAll({ behavior: "wait" });
  const names = await delayScripts(page);
  await openWithoutScripts(page, "/account");
  await page.getByLabel("Name of the new passkey").fill("Blue key");
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  names.release();
  await expect(page.getByRole("button", { name: "Add a passkey" })).toBeEnabled();
  await expect(page.getByLabel("Name of the new passkey")).toHaveValue("Blue key");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("a file chosen before the script loads is imported", async ({ visitorAs, partner }) => {
  const { page } = await visitorAs(partner.ownerEmail);
  const { release } = await delayScripts(page);
  await openWithoutScripts(page, "/portal/content/import");
  await page
    .getByLabel("File")
    .setInputFiles({ name: "early.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n") });
  const upload = page.getByRole("button", { name: "Upload and check" });
  await expect(upload).toBeDisabled();
  release();
  await upload.click();
  await expect(page).toHaveURL(/\/import\/\w{25}$/);
});

test("the first steps of onboarding keep early input", async ({ visitor, partner }) => {
  const email = freshEmail("early");
  const { onboardingUrl } = await provision(await liveKey(partner.partnerId), email);
  const { page } = await visitor();
  await page.goto(onboardingUrl);
  await proveMailbox(page, email);
  const { release } = await delayScripts(page);
  await openWithoutScripts(page, page.url());
  await page.getByLabel("Legal name").fill(creator.legalName);
  const birth = page.getByRole("group", { name: "Date of birth" });
  await birth.getByLabel("Month").selectOption({ label: "March" });
  await birth.getByLabel("Day").fill("14");
  await birth.getByLabel("Year").fill("1994");
  release();
  await page.waitForLoadState("networkidle");
  await expect(birth.getByLabel("Month")).toHaveValue("3");
  await page.getByRole("button", { name: "Continue" }).click();
  await fillDocument(page);
});

test("a content list exports its current filters", async ({ visitorAs, partner }) => {
  const account = await makeAccount(platformPays(partner.partnerId), { status: "active" });
  for (const title of ["Lake", "Roof"]) {
    await makeDepiction(platformPays(partner.partnerId), { accountId: account.id, title });
  }
  const { page } = await visitorAs(partner.ownerEmail);
  await page.goto("/portal/content", { waitUntil: "networkidle" });
  // The list does not re-render before the file arrives.
  await page.route(/\/portal\/content\?.*_rsc=/, () => {});
  await page.getByLabel("Title, URL or content id").fill("lake");
  const download = page.waitForEvent("download");
  await page.getByText("Export CSV").click();
  const rows = (await (await download).createReadStream()).setEncoding("utf8");
  let csv = "";
  for await (const part of rows) csv += part;
  expect(csv).toContain("Lake");
  expect(csv).not.toContain("Roof");
});

test("text typed while filters are being cleared applies to the cleared list", async ({ visitorAs, partner }) => {
  const account = await makeAccount(platformPays(partner.partnerId), { status: "active" });
  await makeDepiction(platformPays(partner.partnerId), { accountId: account.id, title: "Lake" });
  const { page } = await visitorAs(partner.ownerEmail);
  await page.goto("/portal/content?q=lake", { waitUntil: "networkidle" });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/portal\/content(\?_rsc|\?.*&_rsc)/, async (route) => {
    await released;
    await route.continue();
  });
  await openFilters(page);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await page.getByLabel("Creator").fill("somebody else");
  release();
  await expect(page.getByText("No matching content")).toBeVisible();
  await expect(page).toHaveURL(/\/portal\/content\?creator=somebody\+else$/);
  await expect(page.getByLabel("Creator")).toHaveValue("somebody else");
  await expect(page.getByLabel("Title, URL or content id")).toHaveValue("");
});
