import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test, type ViewportSize } from "@playwright/test";

/**
 * Checks a page: no horizontal overflow at either width, with screenshots under test-results/pages, also of the dark theme. Scans
 * a page that shows something new for accessibility, and for contrast in the dark theme. With `CI` set it takes no screenshots,
 * because only people look at them. In `npm test` it checks the journey's own width in the light theme.
 */
export async function look(page: Page, name: string): Promise<void> {
  await test.step(`look: ${name}`, async () => {
    const viewport = page.viewportSize() ?? DESKTOP;
    await lookAtWidth(page, name, viewport);
    if (!isBrief()) {
      const other = viewport.width < PHONE_BELOW ? DESKTOP : PHONE;
      await page.setViewportSize(other);
      await lookAtWidth(page, name, other);
      await page.setViewportSize(viewport);
    }
    const isNew = await showsNew(page);
    if (isNew) await scan(page, name);
    if (isBrief() || (process.env.CI && !isNew)) return;
    await page.emulateMedia({ colorScheme: "dark" });
    await picture(page, `${name}-dark`, viewport);
    // A message that a script draws changes its theme a moment after the page.
    if (isNew) {
      await softly
        .poll(async () => named(await contrast(page)), { message: `${name}: contrast in the dark` })
        .toEqual([]);
    }
    await page.emulateMedia({ colorScheme: "light" });
  });
}

/** The paths and parts of pages that this process scanned. */
const scanned = new Set<string>();

/** Whether a page has a path, but for its ids, or a part that wasn't scanned. A part is an element with its classes and attributes. */
async function showsNew(page: Page): Promise<boolean> {
  const parts = await page.evaluate(() =>
    [...document.querySelectorAll("body *")].map((one) =>
      [one.tagName, one.classList, ...one.getAttributeNames()].join(" "),
    ),
  );
  const path = new URL(page.url()).pathname.replace(/\/[\w-]*\d[\w-]*(?=\/|$)/g, "/…");
  const { width } = page.viewportSize() ?? DESKTOP;
  const before = scanned.size;
  for (const one of [path, ...parts]) scanned.add(`${width} ${one}`);
  return scanned.size > before;
}

async function scan(page: Page, name: string): Promise<void> {
  // Describing every element that passes would take as long as the scan.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  expect.soft(named(violations), `${name}: accessibility`).toEqual([]);
}

/** Whether this is one of the journeys of `npm test`. */
const isBrief = () => test.info().project.metadata.brief === true;

/** The two sizes of every page. */
const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };
const PHONE_BELOW = 640;

/** A browser on a phone. */
export const ON_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

async function lookAtWidth(page: Page, name: string, viewport: ViewportSize): Promise<void> {
  await picture(page, name, viewport);
  // A page that is loading again has nothing to measure yet.
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth).catch(() => Number.POSITIVE_INFINITY);
  // A chart takes a moment to follow a new width.
  await softly
    .poll(excess, { message: `${name}: horizontal overflow in pixels, ${viewport.width} wide` })
    .toBeLessThanOrEqual(0);
}

// Chromium takes half a minute to render longer pages, so their screenshots show only the viewport. Switching the theme can
// still take that long.
const PICTURE_MAX = 16_000;
const LONG_PAGE_MS = 90_000;
const softly = expect.configure({ soft: true });

async function picture(page: Page, name: string, { width }: ViewportSize): Promise<void> {
  if (process.env.CI || isBrief()) return;
  const path = `test-results/pages/${width < PHONE_BELOW ? "phone" : "desktop"}/${name}.jpg`;
  const height = await page.evaluate(() => document.documentElement.scrollHeight).catch(() => 0);
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

// The first scan left axe in the page. Reuse it.
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

/** What doesn't fit and can't be scrolled to: elements that hide a part of their content, and the page itself. */
export const whatIsCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("body *")]
      .filter((one) => {
        const excess = one.scrollWidth - one.clientWidth;
        if (one === document.documentElement) return excess > 0;
        const { overflowX, clipPath } = getComputedStyle(one);
        // Only screen readers get what is clipped to nothing.
        return excess > 1 && /hidden|clip/.test(overflowX) && clipPath === "none";
      })
      .map((one) => `${one.outerHTML.slice(0, 200)}: ${one.scrollWidth} of ${one.clientWidth} pixels`),
  );

/** Opens the filters of a list, which are behind a button on a phone. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.locator("details:not([open]) > summary", { hasText: /^Filters/ });
  if (await button.isVisible()) await button.click();
}

/** Opens the search of the rail and types. On a phone the search is in the menu. */
export async function typeIntoSearch(page: Page, text: string, { clickCount = 1 } = {}): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  await page.locator("#rail").getByRole("button", { name: "Search" }).click({ clickCount });
  await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill(text);
}

/** Delays the page's scripts until `release`, like a slow network. */
export async function delayScripts(page: Page): Promise<{ release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.+\.js/, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}

/** Opens a page whose scripts are delayed. */
export const openWithoutScripts = (page: Page, path: string) => page.goto(path, { waitUntil: "domcontentloaded" });

/** A video of 1.5 seconds, recorded by the browser. */
export async function recordFilm(page: Page, mimeType: "video/webm"): Promise<Buffer> {
  const bytes = await page.evaluate(async (type) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 48 });
    const paint = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: type });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.start();
    for (let frame = 0; frame < 15 && paint; frame++) {
      paint.fillStyle = `hsl(${frame * 24} 80% 50%)`;
      paint.fillRect(0, 0, canvas.width, canvas.height);
      await new Promise((drawn) => setTimeout(drawn, 100));
    }
    const over = new Promise((stopped) => recorder.addEventListener("stop", stopped));
    recorder.stop();
    await over;
    return Array.from(new Uint8Array(await new Blob(parts).arrayBuffer()));
  }, mimeType);
  return Buffer.from(bytes);
}
