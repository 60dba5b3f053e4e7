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
  await expect(page.getByText("Test suite")).toBeVisible();
  await expect(page.getByRole("button", { name: /Create|Revoke/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /Rotate/ })).toHaveCount(0);
  watch.allow(403, /^\/portal\/requests$/);
  expect((await page.goto("/portal/requests"))?.status()).toBe(403);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await look(page, "forbidden");
});
