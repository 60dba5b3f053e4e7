import { expect, type Page } from "@playwright/test";
import { unique } from "./journey";
import { ops } from "./ops";
import { liveKey } from "./people";

/** A platform whose creators pay for themselves, with a live key. */
export async function creatorPays(): Promise<{ partnerId: string; name: string; key: string }> {
  const name = `Platform ${unique()}`;
  const owner = `owner-${unique()}@example.com`;
  const made = await ops("partner", "create", "--name", name, "--plan", "creator_pays", "--owner", owner);
  const partnerId = String(made.partnerId);
  return { partnerId, name, key: await liveKey(partnerId) };
}

export const subscribeButton = (page: Page) => page.getByRole("button", { name: /^Subscribe for \$\d/ });

/** From the step in which the price is said, over Stripe's page of cards. */
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

/** The page says how it stands with the price before anything is paid. */
export async function expectTerms(page: Page): Promise<void> {
  for (const words of [/\$[\d.]+ a month/, /same day of each month/, /Any time, in your own room/]) {
    await expect(page.getByText(words).first()).toBeVisible();
  }
}
