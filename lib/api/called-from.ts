import { env } from "@/lib/platform/env";

type HeaderReader = { get(name: string): string | null };

/**
 * Where a browser says that a request was made: on a page of ours, on another site (a sibling domain is one too), by
 * hand in the address bar or from a bookmark, or it says nothing, as an old browser or a program does. Scripts cannot
 * change either header. What counts as ours is the base address, never the `Host` that the caller chose.
 *
 * Cookies come along with a form that another site posts; so what changes anything asks this first.
 */
export function calledFrom(headers: HeaderReader): "own_page" | "other_site" | "address_bar" | "unsaid" {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (origin !== null && origin !== env().baseUrl) return "other_site";
  if (site === "none") return "address_bar";
  if (site !== null && site !== "same-origin") return "other_site";
  return origin === null && site === null ? "unsaid" : "own_page";
}
