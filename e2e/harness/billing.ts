import type { Page } from "@playwright/test";
import { expect } from "./journey";
import { look } from "./page";

export const BILLING = "/portal/billing";

/** Presses a button under Billing that opens the processor's page, and saves a card there. */
export async function saveCard(page: Page, button: string, card: RegExp): Promise<void> {
  await page.getByRole("button", { name: button }).first().click();
  await page.waitForURL(/\/c\/pay\/cs_/);
  await look(page, "stripe-save-card");
  await page.getByRole("radio", { name: card }).check({ force: true });
  await page.getByRole("button", { name: "Save this card" }).click();
  await page.waitForURL((url) => url.pathname === BILLING);
  await expect(page.getByText("The card is saved.")).toBeVisible();
}
