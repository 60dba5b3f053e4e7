import { randomBytes, randomInt } from "node:crypto";
import { type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";
import { linkIn, mailsTo, mailTo } from "./mailbox";
import { ops } from "./ops";
import { type Watch, watch } from "./watch";

export { expect };

/** Somebody with a browser of their own. */
export type Visitor = { page: Page; watch: Watch };
export type Partner = { partnerId: string; name: string; ownerEmail: string; testKey: string };

type Fixtures = {
  /** Opens a browser for one more person. Fails the journey afterwards for anything that went wrong in it. */
  visitor: (options?: BrowserContextOptions) => Promise<Visitor>;
  /** A partner of this journey's own. */
  partner: Partner;
};

export const test = base.extend<Fixtures>({
  // Playwright wants an object pattern here, even an empty one.
  visitor: async ({ browser }, use) => {
    const open: { visitor: Visitor; close: () => Promise<void> }[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        baseURL: process.env.BASE_URL,
        ...options,
        extraHTTPHeaders: { "X-Forwarded-For": someAddress(), ...options.extraHTTPHeaders },
      });
      const watching = watch(context, { scripts: options.javaScriptEnabled !== false });
      const page = await context.newPage();
      open.push({ visitor: { page, watch: watching }, close: () => context.close() });
      return { page, watch: watching };
    });
    for (const { visitor, close } of open) {
      await close();
      expect.soft(visitor.watch.problems, "what went wrong in the browser").toEqual([]);
    }
  },
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the pattern
  partner: async ({}, use) => {
    const name = `Platform ${unique()}`;
    const ownerEmail = freshEmail("owner");
    const made = await ops("partner", "create", "--name", name, "--plan", "platform_pays", "--owner", ownerEmail);
    await use({ partnerId: String(made.partnerId), name, ownerEmail, testKey: String(made.testKey) });
  },
});

/** Letters that no other journey has. */
export const unique = (): string => randomBytes(5).toString("hex");

/** An address nobody else has. */
export const freshEmail = (name: string): string => `${name}-${unique()}@example.com`;

/** Signs in as people do: asks for a link, opens the mail, presses the button. */
export async function signIn(page: Page, email: string, path = "/sign-in"): Promise<void> {
  const before = await mailsTo(email);
  await page.goto(path);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: /link/i }).click();
  await page.goto(linkIn(await mailTo(email, /sign-in link/, before), /confirm/));
  await page.getByRole("button", { name: /sign in/i }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

// From the range that is set aside for tests of networks, 198.18.0.0/15.
const someAddress = () => `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`;
