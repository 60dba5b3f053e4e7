import { randomBytes, randomInt } from "node:crypto";
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Response,
} from "@playwright/test";
import { z } from "zod";
import { ops } from "./api";

/** What a page may answer without being wrong, e.g. 404 where a visitor asks for what is not there. */
type Allowance = { status: number; path: RegExp };

type Watch = {
  /** What went wrong so far, in words. */
  problems: string[];
  /** From here on, this answer is what the journey wants. */
  allow: (status: number, path: RegExp) => void;
};

/** Listens to every page of a context: console errors (content-policy violations are such), uncaught errors, failed requests. */
function watch(context: BrowserContext, { scripts }: { scripts: boolean }): Watch {
  const problems: string[] = [];
  const allowed: Allowance[] = [];
  const isAllowed = (status: number, url: string) =>
    allowed.some((one) => one.status === status && one.path.test(new URL(url).pathname));

  context.on("page", (page: Page) => {
    page.on("pageerror", (error) => problems.push(`${where(page)}: uncaught ${error.message}`));
    page.on("crash", () => problems.push(`${where(page)}: the page crashed`));
  });
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // The browser reports the status of a failed load; the answer itself is judged below.
    if (/^Failed to load resource: the server responded with a status of/.test(message.text())) return;
    problems.push(`${where(message.page())}: console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on("response", (response: Response) => {
    if (!isOurs(response.url()) || response.status() < 400 || isAllowed(response.status(), response.url())) return;
    problems.push(`${response.request().method()} ${response.url()} answered ${response.status()}`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Leaving a page ends what it was still loading; a browser without scripts says that a policy kept it from them.
    const isUsual = reason === "net::ERR_ABORTED" || (!scripts && reason === "csp");
    if (isOurs(request.url()) && !isUsual) problems.push(`${request.url()} failed: ${reason}`);
  });
  return { problems, allow: (status, path) => void allowed.push({ status, path }) };
}

const where = (page: Page | null) => (page ? page.url() : "a page that is gone");
const isOurs = (url: string) => url.startsWith(process.env.BASE_URL ?? "");

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

const Mails = z.array(
  z.object({
    id: z.string(),
    to: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
    links: z.array(z.string()),
  }),
);
type Mail = z.infer<typeof Mails>[number];

/** Every mail that reached an address, newest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const inbox = process.env.E2E_INBOX_URL ?? "";
  const response = await fetch(`${inbox}/messages.json?to=${encodeURIComponent(email)}`);
  return Mails.parse(await response.json());
}

/** The newest mail to an address whose subject matches, once it is there. `after` leaves out mails that were there before. */
export async function mailTo(email: string, subject: RegExp, after: readonly Mail[] = []): Promise<Mail> {
  const known = new Set(after.map(({ id }) => id));
  const found = async () => (await mailsTo(email)).find((mail) => subject.test(mail.subject) && !known.has(mail.id));
  await expect
    .poll(async () => (await found())?.subject, { message: `a mail to ${email}`, intervals: [100] })
    .toBeTruthy();
  const mail = await found();
  if (!mail) throw new Error(`The mail to ${email} is gone again.`);
  return mail;
}

/** The one link of a mail to a page of the service. */
export function linkIn(mail: Mail, path: RegExp = /./): string {
  const link = mail.links.find((url) => path.test(new URL(url).pathname));
  if (!link) throw new Error(`“${mail.subject}” has no such link; it has: ${mail.links.join(" ")}`);
  return link;
}
