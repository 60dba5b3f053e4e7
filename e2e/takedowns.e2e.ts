import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { requestTakedown } from "@/lib/domain/productions";
import { freezeReportsTask } from "@/lib/domain/removals";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { makeCustodian, makeDepiction, makeMember, systemCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { startReceiver } from "@/lib/testing/receiver";
import { makeItem, makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { firstRun } from "@/lib/testing/run-jobs";
import { expect, freshEmail, mailTo, signIn, test, unique } from "./harness/journey";
import { look, typeIntoSearch } from "./harness/page";

const platformPays = (id: string) => ({ id, plan: "platform_pays" as const });

/** A confirmed removal of one of the partner's records, which it must take down in `hours`. */
async function contentTakedown(partnerId: string, email: string, { hours, url }: { hours: number; url?: string }) {
  const title = `Behind the scenes ${unique()}`;
  const depiction = await makeDepiction(platformPays(partnerId), { title, ...(url && { contentUrl: url }) });
  const requestedAt = new Date(Date.now() + hours * HOUR_MS - 2 * DAY_MS);
  const item = await makeItem(await makeRemoval({ email, requestedAt }), {
    depictionId: depiction.id,
    status: "confirmed",
  });
  return { ...(await makeTakedown(item, { partnerId, openedAt: requestedAt })), title, depiction };
}

/** A removal request that names a production, which no custodian has decided on. */
async function productionTakedown(partnerId: string, email: string) {
  const title = `Night shoot ${unique()}`;
  const { id: productionId } = await makeProduction({ producer: await makeProducer([platformPays(partnerId)]), title });
  const request = await makeRemoval({ email, legalBasis: "AN_5196_APPEAL" });
  await inTransaction((tx) =>
    requestTakedown(tx, systemCtx("removals"), {
      productionId,
      removalRequestId: request.id,
      legalBasis: "AN_5196_APPEAL",
      performerEmailHash: Buffer.from(request.emailSha256).toString("hex"),
      requestedAt: request.requestedAt,
      freezesAt: request.requestedAt,
      removalDeadline: request.deadlineAt,
    }),
  );
  const item = await makeItem(request, { productionId });
  return { ...(await makeTakedown(item, { partnerId })), title, productionId };
}

async function download(page: Page, name: string, role: "button" | "link" = "button"): Promise<Buffer> {
  const downloading = page.waitForEvent("download");
  await page.getByRole(role, { name }).click();
  return readFile(await (await downloading).path());
}

test("times read the same from the first byte, in the reader’s zone from the second page on", async ({
  visitor,
  partner,
}) => {
  await contentTakedown(partner.partnerId, freshEmail("claimant"), { hours: 5 });
  const { page } = await visitor({ timezoneId: "America/New_York" });
  await signIn(page, partner.ownerEmail);
  const deadline = page.getByRole("cell").last().locator("time");
  for (const zone of [/ UTC$/, / E[DS]T$/]) {
    const sent = await (await page.request.get("/portal/takedowns")).text();
    await page.goto("/portal/takedowns", { waitUntil: "networkidle" });
    await expect(deadline).toHaveText(zone);
    expect(sent).toContain(`>${await deadline.textContent()}<`);
  }
});

test("a partner takes content down before its deadline, and never learns who asked", async ({
  visitor,
  visitorAs,
  partner,
}) => {
  const { partnerId } = partner;
  const { page } = await visitor();
  const claimant = freshEmail("claimant");
  /** Every page that the partner sees. */
  const seen = async () => expect.soft(await page.content(), page.url()).not.toContain(claimant);
  await signIn(page, partner.ownerEmail);
  await page.goto("/portal/takedowns");
  await expect(page.getByText("Nothing to take down")).toBeVisible();
  await look(page, "takedowns-empty");

  const statuses = [200, 404];
  const receiver = await startReceiver((response, _, count) => {
    response.writeHead(statuses[count - 1] ?? 500);
    response.end();
  });
  const soon = await contentTakedown(partnerId, claimant, { hours: 5, url: receiver.url });
  const late = await contentTakedown(partnerId, claimant, { hours: -3 });
  const production = await productionTakedown(partnerId, claimant);
  await page.goto("/portal");
  await expect(page.getByRole("listitem").filter({ hasText: "3 open takedowns" }).getByText("3 h")).toBeVisible();
  await look(page, "overview-takedowns");
  await seen();
  await page.getByRole("link", { name: "3 open takedowns" }).click();
  const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
  await expect(rows).toHaveText([new RegExp(late.title)]);
  await page.getByRole("link", { name: /^Open 3/ }).click();
  await expect(rows).toHaveText([new RegExp(late.title), new RegExp(soon.title), new RegExp(production.title)]);
  await expect(rows.first()).toContainText("Breached");
  await look(page, "takedowns");
  await seen();

  await page.getByRole("link", { name: soon.title }).click();
  await expect(page.getByRole("heading", { name: soon.title })).toBeVisible();
  await page.getByRole("button", { name: "Check URL" }).click();
  await expect(page.getByText("The URL still answered 200")).toBeVisible();
  await look(page, "takedown");
  await page.getByRole("button", { name: "Check URL" }).click();
  await expect(page.getByText("The URL answered 404")).toBeVisible();
  await receiver.close();
  await page.getByRole("button", { name: "Mark as taken down" }).click();
  await look(page, "takedown-mark");
  await page.getByRole("dialog").getByRole("button", { name: "Mark as taken down" }).dblclick();
  await expect(page.getByText(`Taken down by ${partner.ownerEmail}`)).toBeVisible();
  await look(page, "takedown-done");
  await seen();
  const { outcome, closedAt } = await db.takedown.findUniqueOrThrow({ where: { id: soon.id } });
  expect([outcome, closedAt && closedAt < soon.deadlineAt]).toEqual(["taken_down", true]);

  // The search finds a production's takedown by its title.
  await typeIntoSearch(page, production.title);
  await page.getByRole("group", { name: "Takedowns" }).getByRole("option").first().click();
  await expect(page.getByText("Our custodian is still deciding.")).toBeVisible();
  await look(page, "takedown-production");
  await seen();
  await page.getByRole("button", { name: "Mark as taken down" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as taken down" }).click();
  await expect(page.getByText("Don’t publish it again.")).toBeVisible();
  const link = { productionId: production.productionId, takenDownAt: { not: null } };
  expect(await db.productionPartner.count({ where: link })).toBe(1);

  await page.goto("/portal/takedowns?view=all");
  await look(page, "takedowns-all");
  const csv = (await download(page, "Export CSV")).toString();
  for (const { id } of [soon, late, production]) expect(csv).toContain(id);
  expect(csv).not.toContain(claimant);
  expect((await download(page, "Export PDF")).subarray(0, 5).toString()).toBe("%PDF-");

  await page.getByRole("link", { name: "Monthly report" }).click();
  await expect(page.getByRole("heading", { name: "Takedown report" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "TAKE IT DOWN Act" }).first()).toContainText("1");
  await look(page, "takedown-report");
  await seen();
  const report = (await download(page, "Export CSV", "link")).toString();
  expect(report).toContain(",takedowns,");
  expect(report).not.toContain(claimant);
  expect((await download(page, "Export PDF", "link")).subarray(0, 5).toString()).toBe("%PDF-");

  // A viewer sees it, and can't act.
  const viewer = await visitorAs((await makeMember({ id: partnerId }, "viewer")).email, `/portal/takedowns/${late.id}`);
  await expect(viewer.page.getByText("Owners and admins can mark it.")).toBeVisible();
  await expect(viewer.page.getByRole("button", { name: "Mark as taken down" })).toHaveCount(0);
  await expect(viewer.page.getByRole("button", { name: "Check URL" })).toHaveCount(0);

  // Custodians see whose deadline has passed.
  const custodian = await visitorAs((await makeCustodian()).email, "/custodian/identities");
  await expect(custodian.page.getByText(`${partner.name}: 1 takedown, 3 h`)).toBeVisible();
  await look(custodian.page, "custodian-clocks");
  await custodian.page.getByRole("link", { name: "Show breached" }).first().click();
  const breached = custodian.page.getByRole("row").filter({ hasText: claimant });
  await expect(breached).toHaveCount(1);
  await expect(breached).toContainText("1 late takedown");
  await custodian.page.goto("/custodian/removals/reports");
  await expect(custodian.page.getByRole("row").filter({ hasText: partner.name })).toBeVisible();
  await look(custodian.page, "custodian-removal-report");
  expect((await download(custodian.page, "Export PDF", "link")).subarray(0, 5).toString()).toBe("%PDF-");

  // A month that is over is frozen.
  await makeRemoval({ requestedAt: new Date(Date.now() - 40 * DAY_MS), status: "withdrawn" });
  await freezeReportsTask.run({}, firstRun);
  await custodian.page.reload();
  await custodian.page.getByRole("navigation", { name: "Months" }).getByRole("link").first().click();
  await expect(custodian.page.getByText("Frozen", { exact: false }).first()).toBeVisible();
  await look(custodian.page, "custodian-removal-report-frozen");
});

test("a partner reads its times, sends its files, and rehearses a deadline", async ({
  visitor,
  visitorAs,
  partner,
}) => {
  const { partnerId } = partner;
  const claimant = freshEmail("claimant");
  const { page } = await visitor();
  await signIn(page, partner.ownerEmail);
  for (const hours of [47, 45]) {
    const { id } = await contentTakedown(partnerId, claimant, { hours });
    await page.goto(`/portal/takedowns/${id}`);
    await page.getByRole("button", { name: "Mark as taken down" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Mark as taken down" }).click();
    await expect(page.getByText("Don’t publish it again.")).toBeVisible();
  }
  await page.goto("/portal/takedowns/reports");
  const times = page.getByRole("region", { name: "Time to take down, by month" });
  await expect(times.getByRole("row").filter({ hasText: "TAKE IT DOWN Act" })).toContainText(/2 h.*3 h/);
  await look(page, "takedown-times");
  expect((await download(page, "Export times", "link")).toString()).toContain(",NCII_TAKE_IT_DOWN,2,2,3,0");
  const acquirer = (await download(page, "Acquirer CSV", "link")).toString();
  expect(acquirer).toMatch(new RegExp(`,${partnerId},${partner.name},ALL,\\d,\\d,2,0,2,0,2,3`));
  expect((await download(page, "Acquirer PDF", "link")).subarray(0, 5).toString()).toBe("%PDF-");
  const statements = (await download(page, "Statements of reasons", "link")).toString().trimEnd().split("\n");
  expect(statements.map((line) => JSON.parse(line).category)).toEqual(
    Array.from({ length: 2 }, () => "STATEMENT_CATEGORY_CYBER_VIOLENCE"),
  );
  for (const file of [acquirer, ...statements]) expect(file).not.toContain(claimant);

  await page.goto("/portal/takedowns");
  await page.getByRole("link", { name: "Rehearse a deadline" }).click();
  await expect(page.getByText("No rehearsals yet")).toBeVisible();
  await look(page, "deadline-rehearsals-empty");
  await page.getByLabel("Deadline", { exact: true }).selectOption({ label: "4 hours, for a drill" });
  await page.getByRole("button", { name: "Start rehearsal" }).click();
  await expect(page.getByText(/Take it down: 3 h 5\d min left/)).toBeVisible();
  await look(page, "deadline-rehearsal");
  const rehearsal = page.url();
  await mailTo(partner.ownerEmail, /^Rehearsal: 1 takedown/);
  await page.goto("/portal/takedowns");
  await expect(page.getByText(/Rehearsal: 3 h 5\d min left/)).toBeVisible();
  await expect(page.getByText("Nothing to take down")).toBeVisible();
  await look(page, "takedowns-rehearsed");
  const viewer = await visitorAs((await makeMember({ id: partnerId }, "viewer")).email, new URL(rehearsal).pathname);
  await expect(viewer.page.getByText("Owners and admins can mark it.")).toBeVisible();
  await expect(viewer.page.getByRole("button", { name: "Mark as taken down" })).toHaveCount(0);

  await page.goto(rehearsal);
  await page.getByRole("button", { name: "Mark as taken down" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as taken down" }).dblclick();
  await expect(page.getByText(/^Your team took (under a minute|\d min)$/)).toBeVisible();
  await look(page, "deadline-rehearsal-done");
  await page.goto("/portal/takedowns/rehearsals");
  await expect(page.getByRole("row").filter({ hasText: "In time" })).toContainText(/3 h 59 min|4 h 0 min/);
  await look(page, "deadline-rehearsals");
  expect(await db.deadlineRehearsal.count({ where: { partnerId } })).toBe(1);
  expect(await db.takedown.count({ where: { partnerId } })).toBe(2);
});
