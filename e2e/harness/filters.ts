import type { Page } from "@playwright/test";

/** On a phone a list's filters are behind one button. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.locator("details:not([open]) > summary", { hasText: /^Filters/ });
  if (await button.isVisible()) await button.click();
}
