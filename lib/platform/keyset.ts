// Lists are paged by the place of a row in their order (its id, or a time and then its id), never by counting rows from
// the start: a page costs the same at the first row and at the ten-millionth, and nothing shifts while somebody reads.

/** A place in a list ordered by id, and which side of it is asked for. */
export type Cursor = { side: "newer" | "older"; id: string };

/** A place in a list ordered by a time, then id. */
export type TimedCursor = Cursor & { at: Date };

/** Where a list begins. */
type First = "newest" | "oldest";

const BY_ID = /^(newer|older)\.([0-9a-z]{25})$/;
// Fourteen digits reach beyond the year 5000, and no further than what PostgreSQL takes for a time.
const BY_TIME = /^(newer|older)\.(\d{1,14})\.([0-9a-z]{25})$/;

/** The cursor of a list ordered by id. Null, which asks for the first page, for whatever was not written as one. */
export function readCursor(text: string | undefined): Cursor | null {
  const [, side, id] = BY_ID.exec(text ?? "") ?? [];
  return side && id ? { side: side === "newer" ? "newer" : "older", id } : null;
}

/** The cursor of a list ordered by a time. Null, which asks for the first page, for whatever was not written as one. */
export function readTimedCursor(text: string | undefined): TimedCursor | null {
  const [, side, ms, id] = BY_TIME.exec(text ?? "") ?? [];
  const cursor = readCursor(`${side}.${id}`);
  return cursor && { ...cursor, at: new Date(Number(ms)) };
}

/** The direction in which rows are read: away from the cursor, or from the list's beginning when there is none. */
export const readingOrder = (cursor: Cursor | null, first: First = "newest"): "asc" | "desc" =>
  (cursor ? cursor.side === "newer" : first === "oldest") ? "asc" : "desc";

/** Prisma's condition for the rows beyond a cursor in a list ordered by id; no condition without a cursor. */
export const beyondId = (cursor: Cursor | null) =>
  cursor ? { id: cursor.side === "newer" ? { gt: cursor.id } : { lt: cursor.id } } : {};

/**
 * Prisma's condition for the rows beyond a cursor in a list ordered by the field `time`, then id; no condition without a
 * cursor. The bound on the time alone follows from the rest; it is what an index begins at.
 */
export function beyondTime(cursor: TimedCursor | null, time: string) {
  if (!cursor) return {};
  const { side, at, id } = cursor;
  return side === "newer"
    ? { [time]: { gte: at }, OR: [{ [time]: { gt: at } }, { id: { gt: id } }] }
    : { [time]: { lte: at }, OR: [{ [time]: { lt: at } }, { id: { lt: id } }] };
}

/**
 * The same condition in SQL over columns `at` and `id`, for the placeholders of the cursor's time and id. The bound on
 * the time alone follows from the rest; it is what partitions are chosen by.
 */
export function beyondSql({ side }: TimedCursor, { at, id }: { at: string; id: string }): string {
  const beyond = side === "newer" ? ">" : "<";
  return `at ${beyond}= ${at} AND (at, id) ${beyond} (${at}, ${id})`;
}

/** A page of rows in the list's order, with the cursors of its neighbours: null where the list ends. */
export type Page<Row> = { rows: Row[]; newer: string | null; older: string | null };

/**
 * Makes a page of what was read beyond `cursor` in `readingOrder`. `found` holds up to one row more than `limit`, which
 * tells whether the list goes on. `timeOf` is the time the list is ordered by, where it is not by id alone.
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
    // A cursor stands on a row of the page that it came from, so there is one on the side it came from.
    const isThere = (side === onward) !== goesBack ? isMore : cursor !== null;
    return row && isThere ? [side, ...(timeOf ? [timeOf(row).getTime()] : []), row.id].join(".") : null;
  };
  return { rows, newer: beside("newer"), older: beside("older") };
}
