import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { newSceneFee, sceneFeeInsertion } from "@/lib/domain/billing";
import { db, inTransaction } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { makeAccount } from "@/lib/testing/factories";
import { makeGreenlitScene, makeScene } from "@/lib/testing/scenes";
import { api, ops } from "./harness/api";
import { BILLING, saveCard } from "./harness/billing";
import { creatorPays } from "./harness/creator";
import { expect, test } from "./harness/journey";
import { look } from "./harness/page";
import { teamMember } from "./harness/people";

/** A time in the previous month. */
function lastMonth(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 12));
}

/** A fee that the partner's next invoice charges. */
async function makeSceneFee(
  partnerId: string,
  { newPerformers, createdAt }: { newPerformers: number; createdAt: Date },
) {
  const { id: uploaderAccountId } = await db.soloAccount.findFirstOrThrow({ where: { partnerId } });
  const { id: sceneId } = await makeScene({ id: partnerId, plan: "platform_pays" }, { uploaderAccountId, createdAt });
  const fee = { ...newSceneFee({ sceneId, partnerId, payerId: null, newPerformers }), createdAt };
  await inTransaction((tx) => tx.$executeRaw(sceneFeeInsertion(fee)));
}

/** Runs what the schedule would start within ten minutes. */
const sweep = () => inTransaction((tx) => enqueue(tx, "sweep_platform_fees", {}));

/** Reloads a page until it shows a text. */
const until = async (page: Page, shown: (page: Page) => Locator): Promise<void> =>
  expect(async () => {
    await page.goto(BILLING);
    await expect(shown(page)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });

const receiptIn = (page: Page) => page.getByRole("link", { name: "Receipt" });

// In order: a sweep invoices the partners of every journey.
test.describe.configure({ mode: "default" });

test("a platform sees what it owes, lapses, pays, and gets its creators back", async ({ visitorAs, partner }) => {
  const { partnerId } = partner;
  const owner = { id: partnerId, plan: "platform_pays" } as const;
  for (const name of ["north", "south"]) await makeAccount(owner, { status: "active", externalUserId: name });
  await makeAccount(owner, { externalUserId: "pending" });
  const { page } = await visitorAs(partner.ownerEmail, "/portal");
  await page.getByRole("link", { name: "Billing", exact: true }).click();
  await page.waitForURL((url) => url.pathname === BILLING);
  await expect(page.getByText(/for 2 creators, \$9\.00 each a month/)).toBeVisible();
  await expect(page.getByText("No saved card")).toBeVisible();
  await expect(page.getByText("No invoices yet")).toBeVisible();
  await look(page, "billing-new");

  await makeSceneFee(partnerId, { newPerformers: 2, createdAt: new Date() });
  await page.goto(BILLING);
  await expect(page.getByText("for 2 creators and 1 scene")).toBeVisible();
  await expect(page.getByText("Onboarding fees not charged yet: 1 scene")).toBeVisible();
  await look(page, "billing-open-fees");
  await page.getByRole("link", { name: "See each line" }).click();
  await expect(page.getByRole("cell", { name: "Onboarding fee" })).toBeVisible();

  // Only now is there something to invoice: another journey's sweep would have invoiced it before the page was read.
  await db.soloAccount.updateMany({ where: { partnerId, status: "active" }, data: { activeSince: lastMonth() } });
  await makeSceneFee(partnerId, { newPerformers: 1, createdAt: lastMonth() });
  await sweep();
  await until(page, () => page.getByText("An invoice needs a card"));
  await expect(page.getByText("There is no saved card.")).toBeVisible();
  await look(page, "billing-unpaid");

  await ops("platform-fee", "lapse", partnerId);
  await page.goto(BILLING);
  await expect(page.getByText("Your creators are suspended: the platform fee is not paid")).toBeVisible();
  await look(page, "billing-lapsed");
  const statuses = async () => {
    const rows = await db.soloAccount.findMany({ where: { partnerId }, orderBy: { id: "asc" } });
    return rows.map(({ status, suspendReason }) => suspendReason ?? status);
  };
  expect(await statuses()).toEqual(["platform_lapsed", "platform_lapsed", "pending_id_verification"]);

  await saveCard(page, "Add a card and pay now", /4242/);
  await until(page, receiptIn);
  await expect(page.getByText("Your creators are suspended")).toHaveCount(0);
  await expect(page.getByText(/Visa •••• 4242/)).toBeVisible();
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(["active", "active", "pending_id_verification"]);
  await look(page, "billing-paid");

  const [receipt] = await Promise.all([page.waitForEvent("popup"), receiptIn(page).click()]);
  await expect(receipt.getByText(/Creator north \(account /)).toBeVisible();
  await expect(receipt.getByText(/^Onboarding fee, scene /)).toBeVisible();
  await look(receipt, "stripe-invoice");
  await receipt.close();

  await page.getByRole("table").getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: /^Invoice for / })).toBeVisible();
  await expect(page.getByText("south")).toBeVisible();
  await expect(page.getByText("Scene fees for 1 scene: $5.00. Onboarding fees for 1 scene: $25.00")).toBeVisible();
  await look(page, "billing-invoice");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "CSV" }).click()]);
  const rows = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(rows).toHaveLength(5);
  expect(rows[0]).toBe("external_user_id,account_id,from,until,cents,days,kind,scene_id,job_id");
});

test("a declined card is replaced, and the invoice paid", async ({ visitorAs, partner }) => {
  const owner = { id: partner.partnerId, plan: "platform_pays" } as const;
  await makeAccount(owner, { status: "active", externalUserId: "one", activeSince: lastMonth() });
  const { page } = await visitorAs(await teamMember(partner.partnerId, "admin"), BILLING);
  await saveCard(page, "Add a card", /0341/);
  await sweep();
  await until(page, () => page.getByText("The card was declined."));
  await page.getByRole("button", { name: /^Pay now with Visa •••• 0341/ }).click();
  await expect(page.getByText("The card was declined. Nothing was charged.")).toBeVisible();
  await look(page, "billing-declined");
  await saveCard(page, "Replace the card", /4242/);
  await until(page, receiptIn);
});

test("a creator-pays partner owes nothing, and only roles that may pay see billing", async ({ visitorAs, partner }) => {
  const { partnerId } = await creatorPays();
  const { page } = await visitorAs(await teamMember(partnerId, "owner"), BILLING);
  await expect(page.getByText("You owe nothing")).toBeVisible();
  await expect(page.getByText("No saved card")).toBeVisible();
  await look(page, "billing-none");

  const developer = await visitorAs(await teamMember(partner.partnerId, "developer"));
  developer.watch.allow(403, /^\/portal\/billing$/);
  expect((await developer.page.goto(BILLING))?.status()).toBe(403);
});

test("a creator-pays partner pays the fees of scenes it extended, with a card of its own", async ({ visitorAs }) => {
  const { partnerId, key } = await creatorPays();
  const extend = async () => {
    const { id } = await makeGreenlitScene();
    const { status, body } = await api(key).post(`/collab-scenes/${id}/extend`);
    expect(status, JSON.stringify(body)).toBe(200);
    return { id, fee: body.fee };
  };
  const unpaid = await extend();
  expect(unpaid.fee).toMatchObject({ extensionFeeCents: 200, charged: false, chargeError: "no_payment_method" });
  const { page } = await visitorAs(await teamMember(partnerId, "admin"), BILLING);
  const fees = page.getByRole("region", { name: "Card fees" });
  await expect(fees.getByText("$2.00 unpaid for 1 fee")).toBeVisible();
  await expect(fees.getByText("There was no saved card to charge.")).toBeVisible();
  await look(page, "billing-extension-no-card");

  await saveCard(page, "Add a card to pay", /0341/);
  const pay = () => fees.getByRole("button", { name: /^Pay now with Visa/ }).click();
  await pay();
  await expect(page.getByText("The card was declined. Nothing was charged.")).toBeVisible();
  await expect(fees.getByText("Your card was declined.")).toBeVisible();
  await look(page, "billing-extension-declined");

  await saveCard(page, "Replace the card", /4242/);
  await pay();
  await expect(page.getByText("Paid. Thank you.")).toBeVisible();
  await expect(page.getByText("You owe nothing")).toBeVisible();
  await fees.getByText("Paid fees").click();
  await expect(fees.getByRole("listitem")).toHaveCount(1);
  await look(page, "billing-extension-paid");

  // With a working card, an extension is paid at once, and a repeat of the first call charges nothing more.
  expect((await extend()).fee).toMatchObject({ charged: true });
  const { body } = await api(key).post(`/collab-scenes/${unpaid.id}/extend`);
  expect(body.fee).toMatchObject({ charged: true, chargeError: null });
  await page.goto(BILLING);
  await fees.getByText("Paid fees").click();
  await expect(fees.getByRole("listitem")).toHaveCount(2);
});
