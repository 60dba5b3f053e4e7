import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

/**
 * Looks at a page as it is now: a picture of all of it under test-results/pages, an accessibility scan, contrast in the
 * dark theme too, and nothing that sticks out at the side.
 */
export async function look(page: Page, name: string): Promise<void> {
  await test.step(`look: ${name}`, async () => {
    const picture = (theme: string) => `test-results/pages/${test.info().project.name}/${name}${theme}.png`;
    await page.screenshot({ path: picture(""), fullPage: true, animations: "disabled" });
    const light = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect.soft(violations(light.violations), `${name}: accessibility`).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(width, `${name}: pixels that stick out at the side`).toBeLessThanOrEqual(0);

    await page.emulateMedia({ colorScheme: "dark" });
    await page.screenshot({ path: picture("-dark"), fullPage: true, animations: "disabled" });
    const dark = await new AxeBuilder({ page }).setLegacyMode().withRules(["color-contrast"]).analyze();
    expect.soft(violations(dark.violations), `${name}: contrast in the dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
  });
}

type Violation = { id: string; help: string; nodes: { html: string; failureSummary?: string }[] };

function violations(found: Violation[]): string[] {
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)}: ${node.failureSummary ?? ""}`),
  );
}
