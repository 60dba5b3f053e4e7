import type { BrowserContext, Page, Response } from "@playwright/test";

/** What a page may answer without being wrong, e.g. 404 where a visitor asks for what is not there. */
type Allowance = { status: number; path: RegExp };

export type Watch = {
  /** What went wrong so far, in words. */
  problems: string[];
  /** From here on, this answer is what the journey wants. */
  allow: (status: number, path: RegExp) => void;
};

/** Listens to every page of a context: console errors (content-policy violations are such), uncaught errors, failed requests. */
export function watch(context: BrowserContext, { scripts }: { scripts: boolean }): Watch {
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
