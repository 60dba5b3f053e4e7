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
import { sessionCookie } from "@/app/current-actor";
import { createPartner } from "@/lib/domain/parties/partners";
import { signInStore } from "@/lib/domain/parties/people";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { systemCtx } from "@/lib/testing/factories";

/** An expected error status, e.g. a 404. */
type Allowance = { status: number; path: RegExp };

type Watch = {
  /** The problems so far. */
  problems: string[];
  /** Allows an error status from here on. */
  allow: (status: number, path: RegExp) => void;
};

/** Watches all pages of a context for console errors (such as CSP violations), uncaught errors and failed requests. */
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
    // Failed loads are checked by their response, below.
    if (/^Failed to load resource: the server responded with a status of/.test(message.text())) return;
    problems.push(`${where(message.page())}: console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on("response", (response: Response) => {
    if (!isOurs(response.url()) || response.status() < 400 || isAllowed(response.status(), response.url())) return;
    problems.push(`${response.request().method()} ${response.url()} answered ${response.status()}`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Navigation aborts loading. Without scripts, the browser reports them as blocked by CSP.
    const isUsual = reason === "net::ERR_ABORTED" || (!scripts && reason === "csp");
    if (isOurs(request.url()) && !isUsual) problems.push(`${request.url()} failed: ${reason}`);
  });
  return { problems, allow: (status, path) => void allowed.push({ status, path }) };
}

const where = (page: Page | null) => (page ? page.url() : "a page that is gone");
const isOurs = (url: string) => url.startsWith(process.env.BASE_URL ?? "");

export { expect };

/** A person with their own browser. */
export type Visitor = { page: Page; watch: Watch };
export type Partner = { partnerId: string; name: string; ownerEmail: string; testKey: string };

type Fixtures = {
  /** Opens a browser for another person. Any problem in it fails the journey at the end. */
  visitor: (options?: BrowserContextOptions) => Promise<Visitor>;
  /** A visitor who is signed in, on a page if `path` names one. */
  visitorAs: (email: string, path?: string, options?: BrowserContextOptions) => Promise<Visitor>;
  /** A partner for this journey only. */
  partner: Partner;
};

export const test = base.extend<Fixtures>({
  // Playwright requires an object pattern here, even if empty.
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
  visitorAs: async ({ visitor }, use) =>
    use(async (email, path, options) => {
      const opened = await visitor(options);
      await signIn(opened.page, email);
      if (path) await opened.page.goto(path);
      return opened;
    }),
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the pattern
  partner: async ({}, use) => {
    const name = `Platform ${unique()}`;
    const ownerEmail = freshEmail("owner");
    const { partnerId, testKey } = await createPartner(systemCtx(), { name, plan: "platform_pays", ownerEmail });
    await use({ partnerId, name, ownerEmail, testKey });
  },
});

/** Unique text. */
export const unique = (): string => randomBytes(5).toString("hex");

/** A unique address. */
export const freshEmail = (name: string): string => `${name}-${unique()}@example.com`;

/** Signs a browser in with a session like that of a mailed link. Opens no page. */
export async function signIn(page: Page, email: string): Promise<void> {
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { email } });
  const store = signInStore({ requestId: newId() });
  await store.updateUser({ id: userId });
  const { sessionToken } = await store.createSession({ sessionToken: newId(), userId });
  const cookie = { name: sessionCookie(), value: sessionToken, url: process.env.BASE_URL };
  await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: "Lax" }]);
}

/** Signs in with a mailed link, as people do. Leaves the browser on their own page. */
export async function signInByMail(page: Page, email: string, path = "/sign-in"): Promise<void> {
  await pressMailedLink(page, email, path);
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

/** Signs in with a mailed link, as far as it leads people with a second factor. */
export async function pressMailedLink(page: Page, email: string, path = "/sign-in"): Promise<void> {
  const before = await mailsTo(email);
  await page.goto(path);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: /link/i }).click();
  await page.goto(linkIn(await mailTo(email, /sign-in link/, before), /confirm/));
  await page.getByRole("button", { name: /sign in/i }).click();
}

// From the range reserved for benchmarks, 198.18.0.0/15.
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

/** All mails to an address, newest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const inbox = process.env.E2E_INBOX_URL ?? "";
  const response = await fetch(`${inbox}/messages.json?to=${encodeURIComponent(email)}`);
  return Mails.parse(await response.json());
}

/** Waits for the newest mail to an address with a matching subject, except those in `after`. */
export async function mailTo(email: string, subject: RegExp, after: readonly Mail[] = []): Promise<Mail> {
  const earlier = new Set(after.map(({ id }) => id));
  const found = async () => (await mailsTo(email)).find((mail) => subject.test(mail.subject) && !earlier.has(mail.id));
  await expect
    .poll(async () => (await found())?.subject, { message: `a mail to ${email}`, intervals: [100] })
    .toBeTruthy();
  const mail = await found();
  if (!mail) throw new Error(`The mail to ${email} has disappeared.`);
  return mail;
}

/** Asks for a code on a page behind a link and enters it. The page opens. */
export async function enterCode(page: Page, email: string): Promise<void> {
  const before = await mailsTo(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  const { subject } = await mailTo(email, /^\d{6} is your code$/, before);
  await page.getByLabel("Code from the email").fill(subject.slice(0, 6));
  await page.getByRole("button", { name: "Confirm" }).click();
}

/** The link in a mail whose path matches. */
export function linkIn(mail: Mail, path: RegExp = /./): string {
  const link = mail.links.find((url) => path.test(new URL(url).pathname));
  if (!link) throw new Error(`“${mail.subject}” has no such link; it has: ${mail.links.join(" ")}`);
  return link;
}
