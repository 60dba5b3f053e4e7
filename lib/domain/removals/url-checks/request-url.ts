import { env } from "@/lib/platform/env";
import { createReceiverPools, parseReceiverUrl, UnusableAddress } from "@/lib/platform/receivers";

/** A URL that we may open: https, on the public internet. Null for any other. */
export function openableUrl(url: string): URL | null {
  try {
    return parseReceiverUrl(url, { allowPrivate: env().allowPrivateWebhooks });
  } catch (error) {
    if (error instanceof UnusableAddress) return null;
    throw error;
  }
}

const WITHIN_MS = 10_000;

/**
 * What a look at a URL found. `gone`: 404 or 410. `elsewhere`: it leads to another page. `answers`: it still has a page, whatever is
 * on it. `unclear`: anything else, such as no answer.
 */
export type Finding = "gone" | "elsewhere" | "answers" | "unclear";

/** As browsers send them: a platform that knew our looks by them could answer those alone with a 404. */
const HEADERS = {
  "User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Language": "en-US,en;q=0.5",
  "Cache-Control": "no-cache",
};

/** What a URL answered: its HTTP status, 0 for none, and whether it redirects to another page. */
export type Answer = { status: number; elsewhere: boolean };

/**
 * Requests a URL once, without cookies and without following redirects, and reads no body. The status is 0 if nothing answers within
 * ten seconds, or only a private address would.
 */
export async function requestUrl(url: URL): Promise<Answer> {
  const pools = createReceiverPools({ allowPrivate: env().allowPrivateWebhooks });
  try {
    const { statusCode, headers, body } = await pools.poolOf("takedown", url.origin).request({
      method: "GET",
      path: url.pathname + url.search,
      headers: HEADERS,
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    // Only the headers count. Closing the connection fails a body that is still arriving.
    body.on("error", () => undefined);
    const location = typeof headers.location === "string" ? headers.location : null;
    return { status: statusCode, elsewhere: isRedirect(statusCode) && leadsElsewhere(url, location) };
  } catch {
    return { status: 0, elsewhere: false };
  } finally {
    await pools.close();
  }
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/** Whether a redirect leads to another page, and not to the same one by another scheme, host or slash. */
export function leadsElsewhere(from: URL, location: string | null): boolean {
  if (location === null || !URL.canParse(location, from)) return false;
  const to = new URL(location, from);
  return pageOf(to) !== pageOf(from);
}

const pageOf = ({ hostname, pathname, search }: URL): string =>
  `${hostname.replace(/^(www|m)\./, "")}${pathname.replace(/\/+$/, "")}${search}`;

/** What an answer says about the page. An age check or a login also redirects, so `elsewhere` alone doesn't say that it is gone. */
export function findingOf({ status, elsewhere }: Answer): Finding {
  if (status === 404 || status === 410) return "gone";
  if (elsewhere) return "elsewhere";
  return status >= 200 && status < 300 ? "answers" : "unclear";
}
