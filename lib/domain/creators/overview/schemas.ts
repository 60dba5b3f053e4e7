/** A platform's works are counted up to this number, to bound the query. */
export const WORKS_COUNTED = 10_000;
