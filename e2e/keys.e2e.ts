import { api } from "./harness/api";
import { expect, test } from "./harness/journey";
import { look } from "./harness/page";
import { liveKey, teamMember } from "./harness/people";

const check = { email: "ada@example.com" };

test("a key is rotated in four steps, and the old one is rejected at once", { tag: "@desk" }, async ({
  visitorAs,
  partner,
}) => {
  const old = await liveKey(partner.partnerId);
  expect((await api(old).post("/talent/check", check)).status).toBe(200);

  const { page } = await visitorAs(partner.ownerEmail, "/portal/keys");
  await look(page, "keys");
  await page.getByRole("link", { name: "Rotate Test suite" }).click();
  await expect(page.getByRole("heading", { name: "Rotate “Test suite”" })).toBeVisible();
  await look(page, "keys-rotate-create");
  await page.getByLabel("Name").fill("Second");
  await page.getByRole("button", { name: "Create the new key" }).click();
  const shown = page.getByRole("figure").filter({ hasText: "API key" }).locator("code");
  await expect(shown).toHaveText(/^svc_live_\w{38}$/);
  const fresh = (await shown.textContent()) ?? "";
  await look(page, "keys-rotate-deploy");

  expect((await api(fresh).post("/talent/check", check)).status).toBe(200);
  await page.reload();
  await expect(page.getByText("Some programs still use the old key")).toBeVisible();
  await expect(page.getByText(fresh)).toHaveCount(0);
  await look(page, "keys-rotate-watch");

  await page.getByRole("button", { name: "Revoke in 24 hours" }).click();
  await page.getByRole("button", { name: "Schedule revocation" }).click();
  await expect(page.getByText("Active, ends")).toBeVisible();
  await page.getByRole("button", { name: "Cancel revocation" }).click();
  await page.getByRole("button", { name: "Keep the old key" }).click();
  await expect(page.getByRole("button", { name: "Revoke in 24 hours" })).toBeVisible();
  expect((await api(old).post("/talent/check", check)).status).toBe(200);

  await page.getByRole("button", { name: "Revoke now Test suite" }).click();
  await expect(page.getByText("answered 200")).toBeVisible();
  await look(page, "keys-revoke");
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await expect(page.getByText("The rotation is done")).toBeVisible();
  const refused = await api(old).post("/talent/check", check);
  expect(refused.status).toBe(401);
  expect(Object.keys(refused.body)).toEqual(["error"]);
  expect((await api(fresh).post("/talent/check", check)).status).toBe(200);
});

test("a key is restricted, refused outside its networks and areas, and given more", async ({ visitorAs, partner }) => {
  const { page } = await visitorAs(partner.ownerEmail, "/portal/keys");
  await page.getByRole("button", { name: "Create a key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Backend");
  await dialog.getByRole("radio", { name: /^Restrict/ }).check();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("Lower the access to an area").first()).toBeVisible();
  for (const area of ["Content", "Scenes", "Upload sessions", "Productions", "Webhooks"]) {
    await dialog.getByLabel(area, { exact: true }).selectOption("No access");
  }
  await dialog.getByLabel("Creators", { exact: true }).selectOption("Read");
  await dialog.getByLabel("Events", { exact: true }).selectOption("Read");
  await dialog.getByRole("textbox", { name: /^Networks/ }).fill("203.0.113.7/24");
  await look(page, "keys-restrict");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const shown = dialog.getByRole("figure").filter({ hasText: "API key" }).locator("code");
  await expect(shown).toHaveText(/^svc_live_\w{38}$/);
  const key = (await shown.textContent()) ?? "";
  await dialog.getByRole("button", { name: "I have stored the key" }).click();

  const outside = await api(key).post("/talent/check", check);
  expect([outside.status, Object.keys(outside.body)]).toEqual([401, ["error"]]);
  const access = page.getByRole("link", { name: /Reads creators and events\. From 203\.0\.113\.0\/24 only\./ });
  await look(page, "keys-restricted");
  await access.click();
  await expect(page.getByRole("heading", { name: "Backend" })).toBeVisible();
  await look(page, "keys-access");
  await page.getByRole("textbox", { name: /^Networks/ }).fill("127.0.0.1\n::1\nlocalhost");
  await page.getByRole("button", { name: "Save access" }).click();
  await expect(page.getByText("“localhost” isn’t an IP address").first()).toBeVisible();
  await look(page, "keys-access-refused");
  await page.getByRole("textbox", { name: /^Networks/ }).fill("127.0.0.1\n::1");
  await page.getByRole("button", { name: "Save access" }).click();
  await expect(page.getByText("Access changed.")).toBeVisible();
  expect((await api(key).post("/talent/check", check)).status).toBe(200);
  const refused = await api(key).post("/solo-accounts", {});
  expect([refused.status, refused.body.code]).toEqual([403, "insufficient_scope"]);

  await page.goto("/portal/requests");
  await page
    .getByRole("button", { name: /outside_networks|talent\/check/ })
    .last()
    .click();
  await expect(page.getByRole("dialog").getByText("Outside the key’s networks")).toBeVisible();
  await look(page, "requests-outside");
  await page.goto("/portal/audit");
  await expect(page.getByText("Changed a key’s access")).toBeVisible();
  await expect(page.getByText(/From creators:read, events:read from 203\.0\.113\.0\/24 to /)).toBeVisible();

  await page.goto("/portal/keys");
  await page.getByRole("link", { name: "Rotate Backend" }).click();
  await expect(page.getByLabel("Name")).toHaveValue(/^Backend, \w{3} 20\d\d$/);
  await expect(page.getByText("The same as the old key’s. Reads creators and events.")).toBeVisible();
  await look(page, "keys-rotate-restricted");
});

test("the page says that ten keys are the limit", async ({ visitorAs, partner }) => {
  // The partner's test key counts too.
  for (let made = 1; made < 10; made++) await liveKey(partner.partnerId);
  const { page } = await visitorAs(partner.ownerEmail, "/portal/keys");
  await expect(page.getByText("10 of 10 active")).toBeVisible();
  await expect(page.getByText("10 keys are active, the most allowed.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Create a key" })).toBeDisabled();
  await look(page, "keys-full");
});

test("a viewer can read but not change keys", async ({ visitorAs, partner }) => {
  await liveKey(partner.partnerId);
  const viewer = await teamMember(partner.partnerId, "viewer");
  const { page, watch } = await visitorAs(viewer, "/portal/keys");
  await expect(page.getByText("Test suite", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /Create|Revoke/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /Rotate/ })).toHaveCount(0);
  watch.allow(403, /^\/portal\/requests$/);
  expect((await page.goto("/portal/requests"))?.status()).toBe(403);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await look(page, "forbidden");
});
