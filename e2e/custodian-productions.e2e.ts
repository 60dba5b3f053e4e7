import { SEAL_HELD } from "@/lib/domain/productions";
import { failSeal } from "@/lib/domain/productions/packages/finish-seal";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { certify } from "@/lib/testing/certificates";
import { makeAccount, systemCtx } from "@/lib/testing/factories";
import { openSeal } from "@/lib/testing/packages";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { expect, freshEmail, test, unique } from "./harness/journey";
import { look } from "./harness/page";
import { custodian, liveKey } from "./harness/people";

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
  await expect(page.getByRole("list", { name: "Chosen productions" })).toContainText(production.title);
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

test("a gap in a production is shown to its custodian, its partner and its producer, each on their own page", async ({
  visitorAs,
  partner,
}) => {
  const producer = await makeProducer([{ id: partner.partnerId, plan: "platform_pays" }]);
  const title = `Summer at the lake ${unique()}`;
  const production = await makeProduction({
    producer,
    title,
    createdByPartnerId: partner.partnerId,
    contentId: unique(),
    depictions: 0,
  });
  const gap = { about: "production", subjectId: production.id, partnerId: partner.partnerId } as const;
  for (const rule of ["depictions_listed", "sealed", "production_age"]) {
    const data = { id: newId(), rule, ...gap, producerId: producer.id, foundAt: new Date() };
    await db.readinessGap.createMany({ data: [data], skipDuplicates: true });
  }
  await countReadiness({ partnerId: partner.partnerId, producerId: producer.id });

  const { page } = await visitorAs(await custodian(), "/custodian/readiness");
  await page.getByRole("searchbox").fill(production.id);
  await expect(page.getByRole("row").filter({ hasText: title })).toHaveCount(3);
  await look(page, "custodian-readiness");
  await page.getByText("Paragraphs without a rule").click();
  await expect(page.getByRole("cell", { name: "It governs how inspections are done" })).toBeVisible();
  await look(page, "custodian-readiness-paragraphs");
  await page
    .getByRole("row")
    .filter({ hasText: "Everyone 18 on the first day" })
    .getByRole("link", { name: title })
    .click();
  await page.waitForURL(/\/custodian\/productions\/\w{25}$/);

  // Figures follow the first key and the first creator.
  await liveKey(partner.partnerId);
  await makeAccount({ id: partner.partnerId, plan: "platform_pays" });
  const team = await visitorAs(partner.ownerEmail, "/portal");
  await look(team.page, "overview-readiness");
  await team.page.getByRole("link", { name: "Readiness gaps" }).click();
  await expect(team.page.getByRole("heading", { level: 1, name: "Readiness" })).toBeVisible();
  await expect(team.page.getByRole("row").filter({ hasText: title })).toHaveCount(2);
  await expect(team.page.getByText("Everyone 18 on the first day")).toHaveCount(0);
  await look(team.page, "portal-readiness");
  await team.page.getByRole("region", { name: "By rule" }).getByRole("link", { name: "Sealed records" }).click();
  await expect(team.page.getByRole("row").filter({ hasText: title })).toHaveCount(1);

  const own = await visitorAs(producer.user.email, "/producer");
  await look(own.page, "producer-overview-readiness");
  await own.page.getByRole("link", { name: "Readiness gaps" }).click();
  await expect(own.page.getByRole("row").filter({ hasText: title })).toHaveCount(2);
  await look(own.page, "producer-readiness");
  await own.page.getByRole("row").filter({ hasText: "Depictions" }).getByRole("link", { name: title }).click();
  await own.page.waitForURL(/\/producer\/productions\/\w{25}\/depictions$/);
});

/** The figures of two checked days. */
async function countReadiness(owner: { partnerId: string; producerId: string }): Promise<void> {
  for (const [n, gaps] of [2, 1].entries()) {
    const day = new Date(new Date().toISOString().slice(0, 10));
    day.setUTCDate(day.getUTCDate() - n);
    for (const about of ["account", "depiction", "scene", "production"] as const) {
      const run = { day, about, reachedId: "", startedAt: day, finishedAt: day };
      await db.readinessRun.createMany({ data: [run], skipDuplicates: true });
    }
    await db.readinessDay.createMany({
      data: ["depictions_listed", "sealed", "production_age"].map((rule, place) => ({
        ...{ day, rule, ...owner, checked: 1, gaps: place < gaps ? 1 : 0 },
      })),
    });
    const service = { day, rule: "sealed", partnerId: "", producerId: "", checked: 1_240, gaps: 310 - 12 * n };
    await db.readinessDay.createMany({ data: [service], skipDuplicates: true });
  }
}
