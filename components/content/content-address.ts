import type { ContentPageQuery } from "@/lib/domain/content/list-schemas";

export const CONTENT_PATH = "/portal/content";

/** The content list's filters, and the place in it, as a query. */
export function toQuery(address: ContentPageQuery): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) if (value) query.set(name, value);
  return query;
}

/** How many filters narrow the list. */
export const countFilters = ({ cursor: _, ...filters }: ContentPageQuery): number =>
  Object.values(filters).filter(Boolean).length;
