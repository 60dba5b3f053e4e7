type Side = "newer" | "older";

type Walked<Place> = { found: readonly (Place & { id: string })[]; stoppedAt: Place | null };

type Asked<Place> = {
  cursor: (Place & { side: Side }) | null;
  limit: number;
  write: (side: Side, place: Place) => string;
  /** The place right after another one, or right before it, whether or not anything stands there. */
  beside: (place: Place, step: 1 | -1) => Place;
};

/**
 * A page of what a walk found beyond the cursor, up to one more than `limit`, and the cursors of its neighbours: beyond its
 * last place in the direction of reading, or where the walk stopped, and, unless it is the first page, back from its first.
 */
export function pageOfWalk<Place>(
  { found, stoppedAt }: Walked<Place>,
  { cursor, limit, write, beside }: Asked<Place>,
): { ids: string[]; newer: string | null; older: string | null } {
  const isBack = cursor?.side === "newer";
  const places = found.slice(0, limit);
  const ids = places.map(({ id }) => id);
  const onward = (found.length > limit ? places.at(-1) : null) ?? stoppedAt;
  // From a page with nothing on it, the way back begins with the place it was asked from: the page before may have a row there.
  const back = cursor && (places[0] ?? beside(cursor, isBack ? 1 : -1));
  const [newer, older] = isBack ? [onward, back] : [back, onward];
  return {
    ids: isBack ? ids.reverse() : ids,
    newer: newer && write("newer", newer),
    older: older && write("older", older),
  };
}
