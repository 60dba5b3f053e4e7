import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

/**
 * Looks at a page as it is now: a picture of all of it under test-results/pages, an accessibility scan, contrast in the
 * dark theme too, and nothing that sticks out at the side.
 */
export async function look(page: Page, name: string): Promise<void> {
  await test.step(`look: ${name}`, async () => {
    await picture(page, name);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect.soft(named(violations), `${name}: accessibility`).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(width, `${name}: pixels that stick out at the side`).toBeLessThanOrEqual(0);

    await page.emulateMedia({ colorScheme: "dark" });
    await picture(page, `${name}-dark`);
    expect.soft(named(await contrast(page)), `${name}: contrast in the dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
  });
}

// Chromium takes half a minute to draw what is longer: of such a page the picture shows what the window shows. In another
// theme all of it is drawn anew also for that, which takes as long on a busy machine.
const PICTURE_MAX = 16_000;
const LONG_PAGE_MS = 90_000;

async function picture(page: Page, name: string): Promise<void> {
  const path = `test-results/pages/${test.info().project.name}/${name}.jpg`;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const isWhole = height <= PICTURE_MAX;
  await page.screenshot({
    path,
    type: "jpeg",
    fullPage: isWhole,
    animations: "disabled",
    scale: "css",
    ...(!isWhole && { timeout: LONG_PAGE_MS }),
  });
}

type Violation = { id: string; help: string; nodes: { html: string; failureSummary?: string }[] };
type Axe = { run: (options: { runOnly: string[]; resultTypes: string[] }) => Promise<{ violations: Violation[] }> };

// The first scan leaves axe in the page; bringing it again would take longer than the scan.
async function contrast(page: Page): Promise<Violation[]> {
  const { violations } = await page.evaluate(() => {
    const { axe } = window as typeof window & { axe: Axe };
    return axe.run({ runOnly: ["color-contrast"], resultTypes: ["violations"] });
  });
  return violations;
}

function named(found: readonly Violation[]): string[] {
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${help}: ${html.slice(0, 200)}: ${failureSummary}`),
  );
}
