import type { Page } from "@playwright/test";

/** Keeps this page's scripts from arriving until `release`, as a slow network does. Its forms are there meanwhile. */
export async function holdScripts(page: Page): Promise<{ release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.+\.js/, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}

/** Opens a page whose scripts are held. */
export const openHeld = (page: Page, path: string) => page.goto(path, { waitUntil: "domcontentloaded" });
