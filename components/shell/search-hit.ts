/** One thing the portal's search found: a page, a record. */
export type SearchHit = { id: string; label: string; hint?: string; group: string; href: string };
