import { SEAL_HELD } from "@/lib/domain/productions";
import { failSeal } from "@/lib/domain/productions/packages/finish-seal";
import { db } from "@/lib/platform/db";
import { certify } from "@/lib/testing/certificates";
import { systemCtx } from "@/lib/testing/factories";
import { openSeal } from "@/lib/testing/packages";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { expect, freshEmail, test, unique } from "./harness/journey";
import { look } from "./harness/page";
import { custodian } from "./harness/people";

test("a custodian finds a production, records an inspection once, and sees it on the production", async ({
  visitorAs,
  partner,
}) => {
  const producer = await makeProducer([{ id: partner.partnerId, plan: "platform_pays" }]);
  const title = `Summer at the lake ${unique()}`;
  const [first, email] = [freshEmail("first"), freshEmail("second")];
  const production = await makeProduction({ producer, title, performers: [first, email] });
  const { page } = await visitorAs(await custodian(), "/custodian");
  await page.waitForURL(/\/custodian\/identities$/);
  await page.getByRole("link", { name: "Productions" }).click();
  await page.waitForURL(/\/custodian\/productions$/);
  await page.getByRole("searchbox").fill(email);
  await expect(page.getByRole("row").filter({ hasText: title })).toContainText(email);
  await look(page, "custodian-productions");
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("No inspections")).toBeVisible();
  await look(page, "custodian-production");

  await page.getByRole("link", { name: "Record an inspection" }).click();
  await expect(page.getByLabel("Productions")).toHaveValue(production.id);
  await page.getByRole("button", { name: "Record inspection" }).click();
  await expect(page.getByText("Enter the inspector’s agency.").first()).toBeVisible();
  await look(page, "inspection-problems");
  await page.getByLabel("Agency").fill("Department of Justice");
  await page.getByLabel("Inspector").fill("J. Doe, badge 4711");
  await page.getByLabel("Authority").fill("28 CFR 75.5");
  await page.getByLabel("Day and time (UTC)").fill("2026-11-20T15:30");
  await page.getByLabel("What you showed").fill("All three indexes.\nEvery release and ID.");
  await page.getByRole("button", { name: "Record inspection" }).dblclick();
  await expect(page.getByRole("heading", { level: 1, name: "Department of Justice" })).toBeVisible();
  await look(page, "inspection");
  expect(await db.inspectionProduction.count({ where: { productionId: production.id } })).toBe(1);
  const events = await db.webhookEvent.findMany({ where: { partnerId: partner.partnerId } });
  expect(events.map(({ type }) => type)).toEqual(["production.records_inspected"]);

  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("link", { name: "Department of Justice" })).toBeVisible();
  await page.goto("/custodian/inspections");
  await expect(page.getByRole("row").filter({ hasText: "Department of Justice" }).first()).toBeVisible();
  await look(page, "inspections");
});

test("a custodian revokes the certificates of a production for good", async ({ visitorAs, partner }) => {
  const producer = await makeProducer([{ id: partner.partnerId, plan: "platform_pays" }]);
  const production = await makeProduction({ producer });
  const issued = await certify(production);
  const { page } = await visitorAs(await custodian(), "/custodian/productions");
  await page.getByRole("searchbox").fill(issued?.certificateId ?? "");
  await expect(page.getByRole("row").filter({ has: page.getByRole("link") })).toHaveCount(1);
  await page.getByRole("link", { name: production.title }).click();
  await expect(
    page.getByRole("region", { name: "Sealed packages" }).getByText("Sealed", { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Download package" })).toBeVisible();
  await look(page, "custodian-production-documented");
  await page.getByRole("button", { name: "Revoke certificates" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("1 linked partner", { exact: false })).toBeVisible();
  await dialog.getByLabel("Reason").fill("A release turned out to be forged");
  await look(page, "custodian-production-revoke");
  await dialog.getByRole("button", { name: "Revoke for good" }).click();
  await expect(page.getByText("revoked the certificates")).toBeVisible();
  await expect(page.getByText("A release turned out to be forged").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Revoke certificates" })).toHaveCount(0);
  const rows = await db.certificate.findMany({ where: { productionId: production.id } });
  expect(rows).toMatchObject([{ status: "REVOKED", reason: "unspecified" }]);
});

test("a custodian releases a production that failed to seal because of an age", async ({ visitorAs, partner }) => {
  const producer = await makeProducer([{ id: partner.partnerId, plan: "platform_pays" }]);
  const production = await makeProduction({ producer, title: `Early shoot ${unique()}` });
  const [performer] = production.scene?.performers ?? [];
  const { packageId } = await openSeal(production);
  const people = [{ userId: performer?.userId ?? "", checkId: "none" }];
  const hold = { as: "under_age_in_production", people } as const;
  await failSeal(systemCtx(), { packageId, failure: SEAL_HELD, problem: "AgeNotProven", hold });
  const { page } = await visitorAs(await custodian(), `/custodian/productions/${production.id}`);
  await expect(page.getByText("The producer can’t seal these records")).toBeVisible();
  await look(page, "custodian-production-held");
  await page.getByRole("button", { name: "Release the seal" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The day was a typing error");
  await dialog.getByRole("button", { name: "Release the seal" }).click();
  await expect(page.getByText("The producer can’t seal these records")).toHaveCount(0);
  await expect(page.getByText("The day was a typing error").first()).toBeVisible();
});
