import { expect, type Locator, type Page } from "@playwright/test";
import { readDocumentNumber } from "@/lib/domain/identity";
import { sealFields } from "@/lib/domain/identity/reading";
import { db } from "@/lib/platform/db";
import { checkOf, makePhoto } from "@/lib/testing/identity-checks";
import { api, curl, ops } from "./api";
import { enterCode, freshEmail, unique } from "./journey";
import { liveKey } from "./people";

/** The data that a creator enters. */
export const creator = {
  legalName: "Robin Ada Example",
  otherNames: ["Robin Rose", "R. E."],
  number: "X1234567",
} as const;

type Born = { month: string; day: string; year: string };
const ADULT: Born = { month: "March", day: "14", year: "1994" };

/** Proves the mailbox with the mailed code. */
export async function proveMailbox(page: Page, email: string): Promise<void> {
  await enterCode(page, email);
  await page.waitForURL(/\/details$/);
}

export const codeIn = (subject: string): string => /\d{6}/.exec(subject)?.[0] ?? "";

/** The step "Your details". */
export async function fillDetails(page: Page, born: Born = ADULT): Promise<void> {
  await page.getByLabel("Legal name").fill(creator.legalName);
  await fillDate(page.getByRole("group", { name: "Date of birth" }), born);
  await page.getByLabel("Other names").fill(creator.otherNames.join("\n"));
  await page.getByRole("button", { name: "Continue" }).click();
}

/** The step "Your document", with a passport. */
export async function fillDocument(page: Page): Promise<void> {
  await page.waitForURL(/\/document$/);
  await page.getByRole("radio", { name: /Passport/ }).check({ force: true });
  await page.getByLabel("Issued by").selectOption({ label: "Portugal" });
  await page.getByLabel("Document number").fill(creator.number);
  const expiry = { month: "June", day: "30", year: String(new Date().getUTCFullYear() + 4) };
  await fillDate(page.getByRole("group", { name: "Expiry date" }), expiry);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/photos$/);
}

async function fillDate(group: Locator, { month, day, year }: Born): Promise<void> {
  await group.getByLabel("Month").selectOption({ label: month });
  await group.getByLabel("Day").fill(day);
  await group.getByLabel("Year").fill(year);
}

/** Provisions a creator, and brings their page to the step "Photos". Returns their email address. */
export async function reachPhotos(page: Page, partnerId: string): Promise<string> {
  const email = freshEmail("creator");
  const { onboardingUrl } = await provision(await liveKey(partnerId), email);
  await page.goto(onboardingUrl);
  await proveMailbox(page, email);
  await fillDetails(page);
  await fillDocument(page);
  return email;
}

export const slots = { passport: "Passport page with your picture", person: "You" } as const;

/** The section of the step "Photos" for one photo. */
export const slot = (page: Page, title: string): Locator =>
  page.getByRole("region", { name: new RegExp(`^${title}( added)?$`) });

/** Chooses a file for one photo, which is uploaded at once. */
export async function chooseFile(page: Page, title: string, buffer: Buffer): Promise<void> {
  const place = slot(page, title);
  // The form without scripts disappears once the script has loaded.
  await expect(place.getByRole("button", { name: "Send photo" })).toHaveCount(0);
  const file = { name: "photo.jpg", mimeType: "image/jpeg", buffer };
  await place.getByLabel(/another file|Choose a file/).setInputFiles(file);
}

/** Chooses a file for one photo and waits until it is stored. */
export async function addPhoto(page: Page, title: string, colour: string): Promise<void> {
  await chooseFile(page, title, await makePhoto(colour, { width: 1400, height: 1000 }));
  await expect(slot(page, title).getByRole("button", { name: /Remove/ })).toBeVisible();
}

/** Uploads one photo with the form without scripts. */
export async function addPlainPhoto(page: Page, title: string): Promise<void> {
  const buffer = await makePhoto("#998877", { width: 1400, height: 1000 });
  const place = slot(page, title);
  await place.getByLabel("Choose a file").setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
  await place.getByRole("button", { name: "Send photo" }).click();
  await expect(place.getByRole("button", { name: /Remove/ })).toBeVisible();
}

/** The step "Photos". */
export async function addPhotos(page: Page): Promise<void> {
  await addPhoto(page, slots.passport, "#8899aa");
  await addPhoto(page, slots.person, "#aa9988");
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL(/\/review$/);
}

/** Has the document of a check read as it was entered, but for these values. */
export async function keepReading(checkId: string, changed: Partial<Parameters<typeof sealFields>[2]> = {}) {
  const check = await checkOf(checkId);
  const { legalName, birthDate, documentType, documentCountry, documentExpiry } = check;
  const fields = await sealFields(db, check, {
    ...{ legalName, birthDate, documentNumber: await readDocumentNumber(check) },
    ...{ documentType, documentCountry, documentExpiry, state: null, isNameCut: false },
    ...changed,
  });
  const reading = { status: "read", source: "mrz", fields, readAt: new Date() } as const;
  await db.documentReading.upsert({
    where: { checkId },
    create: { checkId, queuedAt: new Date(), ...reading },
    update: reading,
  });
}

/** The step "Review and send". */
export async function sendCheck(page: Page): Promise<void> {
  await page.getByLabel(/under penalty of perjury/).check();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("heading", { name: "We have everything we need" })).toBeVisible();
}

type Provisioned = { accountId: string; onboardingUrl: string };

/** Provisions a creator through the API. */
export async function provision(key: string, email: string, more: Record<string, string> = {}): Promise<Provisioned> {
  const { status, body } = await curl(key, "/solo-accounts", {
    externalUserId: `user-${unique()}`,
    email,
    callbackUrl: "https://platform.example.com/hooks",
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.status).toBe("pending_id_verification");
  return { accountId: String(body.accountId), onboardingUrl: String(body.onboardingUrl) };
}

/** Reads a creator's account through the API. */
export const readAccount = async (key: string, accountId: string) =>
  (await api(key).get(`/solo-accounts/${accountId}`)).body;

/** Expires the onboarding links of an account. */
export async function expireLinks(accountId: string): Promise<void> {
  const before = (days: number) => new Date(Date.now() - days * 86_400_000);
  const { count } = await db.onboardingLink.updateMany({
    where: { accountId },
    data: { createdAt: before(8), expiresAt: before(1) },
  });
  expect(count).toBeGreaterThan(0);
}

/** A platform whose creators pay for themselves, with a live key. */
export async function creatorPays(): Promise<{ partnerId: string; name: string; key: string }> {
  const name = `Platform ${unique()}`;
  const owner = `owner-${unique()}@example.com`;
  const made = await ops("partner", "create", "--name", name, "--plan", "creator_pays", "--owner", owner);
  const partnerId = String(made.partnerId);
  return { partnerId, name, key: await liveKey(partnerId) };
}

export const subscribeButton = (page: Page) => page.getByRole("button", { name: /^Subscribe for \$\d/ });

/** Subscribes with a card, from the step with the price. */
export async function payBy(page: Page, card: RegExp): Promise<void> {
  await subscribeButton(page).click();
  await chooseCard(page, card);
}

/** Chooses a card on Stripe's page. */
export async function chooseCard(page: Page, card: RegExp): Promise<void> {
  await page.waitForURL(/\/c\/pay\/cs_/);
  await page.getByRole("radio", { name: card }).check({ force: true });
  await page.getByRole("button", { name: /^Subscribe/ }).click();
}

/** Expects the terms on the page before anything is paid. */
export async function expectTerms(page: Page): Promise<void> {
  for (const words of [/\$[\d.]+ a month/, /same day of each month/, /cancel any time in your account/]) {
    await expect(page.getByText(words).first()).toBeVisible();
  }
}
