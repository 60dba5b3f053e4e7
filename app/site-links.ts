import type { SiteLinks } from "@/components/shell/site";
import { env } from "@/lib/platform/env";

/** The operator's own links, for the footer of public pages. */
export function siteLinks(): SiteLinks {
  const { supportContact, terms, privacy } = env();
  return { contact: supportContact, terms: terms !== undefined, privacy: privacy !== undefined };
}

/** A text of the operator's for its page. Without one, the response is a 404. */
export function operatorText(name: "terms" | "privacy", res: { statusCode: number }) {
  const { [name]: text = null } = env();
  if (text === null) res.statusCode = 404;
  return { text, links: siteLinks() };
}
