import { clock } from "@/lib/platform/clock";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Headers of every response: no content sniffing, a policy that blocks all content, and HSTS if the service uses https.
 * Pages, photos and statements set their own policy.
 */
export const securityHeaders = (baseUrl: string): Readonly<Record<string, string>> => ({
  "Content-Security-Policy": NOTHING,
  "X-Content-Type-Options": "nosniff",
  ...(baseUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }),
});

export const SECURITY_TXT_PATH = "/.well-known/security.txt";
const VALID_DAYS = 180;

/** Where to report a vulnerability (RFC 9116). Not a static file, because its expiry date would pass unnoticed. */
export function securityTxt(): Response {
  const { baseUrl, securityContact } = env();
  // To the day, so the text changes only daily.
  const until = new Date(clock.now().getTime() + VALID_DAYS * DAY_MS).toISOString().slice(0, 10);
  const fields = [
    `Contact: ${securityContact}`,
    `Expires: ${until}T00:00:00Z`,
    "Preferred-Languages: en",
    `Canonical: ${baseUrl}${SECURITY_TXT_PATH}`,
  ];
  return new Response(`${fields.join("\r\n")}\r\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}

type HeaderReader = { get(name: string): string | null };

/**
 * Where a request comes from, according to the browser: one of our pages, another site (a sibling domain counts), or the address bar
 * or a bookmark. `unsaid` for old browsers and programs. Scripts can't change either header. "Ours" is the configured base URL, never
 * the `Host` that the caller sent.
 *
 * Browsers send cookies with forms that another site posts, so everything that changes data checks this first.
 */
export function calledFrom(headers: HeaderReader): "own_page" | "other_site" | "address_bar" | "unsaid" {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (origin !== null && origin !== env().baseUrl) return "other_site";
  if (site === "none") return "address_bar";
  if (site !== null && site !== "same-origin") return "other_site";
  return origin === null && site === null ? "unsaid" : "own_page";
}
