import type { Page } from "@playwright/test";

/** Opens a check that waits for review. */
export async function openCheck(page: Page, legalName: string): Promise<void> {
  await page.getByRole("link", { name: legalName }).first().click();
}
