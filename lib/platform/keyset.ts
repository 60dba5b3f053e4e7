// Lists are paged by a row's id, or by a time and then id, never by counting rows. So every page costs the same, and
// pages don't shift when rows are added.

/** A position in a list ordered by id, and the direction to read in. */
export type Cursor = { side: "newer" | "older"; id: string };

/** A position in a list ordered by a time, then id. */
export type TimedCursor = Cursor & { at: Date };

/** The first page of a list. */
export type First = "newest" | "oldest";

// The ids of events and deliveries have a prefix.
const BY_ID = /^(newer|older)\.((?:[a-z]{3}_)?[0-9a-z]{25})$/;
// Fourteen digits reach beyond the year 5000 and are still a valid time for PostgreSQL.
const BY_TIME = /^(newer|older)\.(\d{1,14})\.([0-9a-z]{25})$/;

/** Reads the cursor of a list ordered by id. Null, meaning the first page, for invalid text. */
export function readCursor(text: string | undefined): Cursor | null {
  const [, side, id] = BY_ID.exec(text ?? "") ?? [];
  return side && id ? { side: side === "newer" ? "newer" : "older", id } : null;
}

/** Reads the cursor of a list ordered by a time. Null, meaning the first page, for invalid text. */
export function readTimedCursor(text: string | undefined): TimedCursor | null {
  const [, side, ms, id] = BY_TIME.exec(text ?? "") ?? [];
  const cursor = readCursor(`${side}.${id}`);
  return cursor && { ...cursor, at: new Date(Number(ms)) };
}

/** The order to read rows in: away from the cursor, or from the start without one. */
export const readingOrder = (cursor: Cursor | null, first: First = "newest"): "asc" | "desc" =>
  (cursor ? cursor.side === "newer" : first === "oldest") ? "asc" : "desc";

/** Prisma's condition for the rows beyond a cursor in a list ordered by id. Empty without a cursor. */
export const beyondId = (cursor: Cursor | null) =>
  cursor ? { id: cursor.side === "newer" ? { gt: cursor.id } : { lt: cursor.id } } : {};

/** A page of rows in the list's order, and the cursors of its neighbors. A cursor is null at the end of the list. */
export type Page<Row> = { rows: Row[]; newer: string | null; older: string | null };

/**
 * Makes a page from the rows read beyond `cursor` in `readingOrder`. `found` has up to one row more than `limit`, which
 * shows whether the list continues. `timeOf` returns the time that orders the list, if it isn't ordered by id alone.
 */
export function pageOf<Row extends { id: string }>(
  found: readonly Row[],
  {
    limit,
    cursor,
    first = "newest",
    timeOf,
  }: { limit: number; cursor: Cursor | null; first?: First; timeOf?: (row: Row) => Date },
): Page<Row> {
  const onward = first === "newest" ? "older" : "newer";
  const goesBack = cursor !== null && cursor.side !== onward;
  const isMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (goesBack) rows.reverse();
  const beside = (side: Cursor["side"]) => {
    const row = side === onward ? rows.at(-1) : rows.at(0);
    // The cursor is a row of the previous page, so there is a page on that side.
    const isThere = (side === onward) !== goesBack ? isMore : cursor !== null;
    return row && isThere ? [side, ...(timeOf ? [timeOf(row).getTime()] : []), row.id].join(".") : null;
  };
  return { rows, newer: beside("newer"), older: beside("older") };
}

const PLAIN_PAGE = 200;

/**
 * A page of a plain list, newest first, for operators: rows by id, and the id after which the list goes on, or null. `read` gets
 * Prisma's part of the query.
 */
export async function newestAfter<Row extends { id: string }>(
  { after, limit = PLAIN_PAGE }: { after?: string | undefined; limit?: number },
  read: (page: { beyond: { id?: { lt: string } }; orderBy: { id: "desc" }; take: number }) => Promise<Row[]>,
): Promise<{ rows: Row[]; next: string | null }> {
  const found = await read({ beyond: after ? { id: { lt: after } } : {}, orderBy: { id: "desc" }, take: limit + 1 });
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}
