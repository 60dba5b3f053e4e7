import type { Page } from "@playwright/test";

/** Opens the portal’s search and types. On a phone the search is in the menu. */
export async function typeIntoSearch(page: Page, text: string, { clickCount = 1 } = {}): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("button", { name: "Search" }).click({ clickCount });
  await page.getByPlaceholder("Id, email, title, URL, key or page").fill(text);
}
