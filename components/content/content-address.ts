import type { ContentPageQuery } from "@/lib/domain/content/lists/schemas";

export const CONTENT_PATH = "/portal/content";

/** The content list's filters and cursor as a query. */
export function contentQuery(address: ContentPageQuery): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) if (value) query.set(name, value);
  return query;
}

/** How many filters are set. */
export const countFilters = ({ cursor: _, ...filters }: ContentPageQuery): number =>
  Object.values(filters).filter(Boolean).length;
