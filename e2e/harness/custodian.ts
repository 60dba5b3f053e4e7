import { expect, type Page } from "@playwright/test";
import { slots } from "./creator";

/** Finds a check in the queue and opens it. Other journeys have theirs in the same queue. */
export async function openCheck(page: Page, email: string): Promise<void> {
  await page.goto("/custodian/identities");
  await page.getByRole("searchbox").fill(email);
  await page.waitForURL(/[?&]q=/);
  await page.getByRole("row").filter({ hasText: email }).getByRole("link").click();
  await page.waitForURL(/\/identities\/\w{25}$/);
}

/** Says why, and looks at the photos. */
export async function openPhotos(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open the photos" }).click();
  const photos = page.getByRole("figure").getByRole("img");
  await expect(photos).toHaveCount(Object.keys(slots).length);
  for (const photo of await photos.all()) {
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(480);
  }
}
