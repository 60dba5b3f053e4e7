// Stands in for what Next gives a page, an action or a route in a request: the tests' "next/headers" and "next/cache". All
// requests come from one browser, which is a new one for each test.

type Cookie = { name: string; value: string; path?: string; expires?: Date; httpOnly?: boolean; sameSite?: string };

const jar = new Map<string, Cookie>();
let sent = new Headers();

export const cookies = async () => ({
  get: (name: string) => jar.get(name),
  set: (cookie: Cookie) => void jar.set(cookie.name, cookie),
});
export const headers = async () => sent;
/** @public */
export const revalidatePath = (): void => undefined;

/** A new browser: without cookies, or with this proven visit. */
export function openBrowser(proof?: { cookie: { name: string; token: string } }): void {
  jar.clear();
  sent = new Headers({ "x-forwarded-for": "203.0.113.7", "user-agent": "Firefox" });
  if (proof) setCookie(proof.cookie.name, proof.cookie.token);
}

/** Keeps a cookie in the browser; without a value, deletes it. */
export function setCookie(name: string, value?: string): void {
  if (value === undefined) jar.delete(name);
  else jar.set(name, { name, value });
}

/** What the browser sends as its cookies, for routes that read the request itself. */
export const cookieHeader = (): string => [...jar.values()].map(({ name, value }) => `${name}=${value}`).join("; ");

/** The page that all requests are for, as the proxy tells it. */
export const visit = (path: string): void => sent.set("x-path", path);

/** Where an action redirects the browser, or the action's result if it doesn't. */
export async function whereTo(action: Promise<unknown>): Promise<unknown> {
  try {
    return await action;
  } catch (error) {
    const digest: unknown = Object(error).digest;
    const to = typeof digest === "string" ? /^NEXT_REDIRECT;\w+;([^;]+);/.exec(digest)?.[1] : undefined;
    if (to === undefined) throw error;
    return to;
  }
}
