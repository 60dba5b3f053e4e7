import { pool } from "@/lib/platform/db";
import { timeOfId } from "@/lib/platform/ids";
import { turns } from "@/lib/platform/turns";
import { readFoundCursor, readListCursor, writeFoundCursor, writeListCursor } from "./cursor";
import { ownerMark } from "./marks";
import { searchTexts } from "./search-texts";
import { isByProduction, type Scope, type Wanted } from "./terms";
import { walkDepictions } from "./walk-depictions";
import { partsAround } from "./windows";

/** How many rows are looked at for those that match filters without an index of their own. */
const SPAN = 10_000;

/** A page of a search. Where it ended before the page was full, the list may go on: `newer` or `older` says so. */
export type Searched = {
  ids: string[];
  newer: string | null;
  older: string | null;
  /** Up to where it was looked, when that was not as far as the page is long. */
  lookedThrough: Date | null;
};

type Request = { cursor?: string | undefined; limit: number };

/**
 * A page of the depictions that match, the newest first: by their logging or, with a range of production dates and no text, by
 * these. What it costs does not grow with the log. What was logged a moment ago is not found by a text yet.
 */
export async function searchDepictions(scope: Scope, wanted: Wanted, request: Request): Promise<Searched> {
  const { text } = wanted;
  const leave = await enter(scope.partnerId ?? "");
  try {
    return await (text ? pageOfTexts(scope, { ...wanted, text }, request) : pageOfList(scope, wanted, request));
  } finally {
    leave();
  }
}

// So few that connections are left for everything else, however much one partner searches or exports.
const enter = turns({ each: 3, all: 6, waiting: 60 });

async function pageOfTexts(
  scope: Scope,
  wanted: Wanted & { text: string },
  { cursor: sent, limit }: Request,
): Promise<Searched> {
  const cursor = readFoundCursor(sent);
  const { found, stoppedAt } = await searchTexts(scope, wanted, { cursor, limit: limit + 1 });
  const places = found.slice(0, limit);
  const next = found.length > limit ? places.at(-1)?.place : stoppedAt;
  const ends = endsOf(cursor, { next, previous: places[0]?.place ?? cursor?.place, write: writeFoundCursor });
  const lookedThrough = stoppedAt === null ? null : await timeOfPlace(scope, stoppedAt);
  return { ids: inListOrder(places, cursor), ...ends, lookedThrough };
}

async function pageOfList(scope: Scope, wanted: Wanted, { cursor: sent, limit }: Request): Promise<Searched> {
  const cursor = readListCursor(sent);
  const direction = cursor?.side === "newer" ? "asc" : "desc";
  const { found, stoppedAt } = await walkDepictions(scope, wanted, { cursor, direction, limit: limit + 1, span: SPAN });
  const places = found.slice(0, limit);
  const next = found.length > limit ? places.at(-1) : stoppedAt;
  const asked = cursor && { id: cursor.id, productionDate: cursor.at };
  const ends = endsOf(cursor, { next, previous: places[0] ?? asked, write: writeListCursor });
  const lookedThrough = stoppedAt && (isByProduction(wanted) ? stoppedAt.productionDate : timeOfId(stoppedAt.id));
  return { ids: inListOrder(places, cursor), ...ends, lookedThrough };
}

type Cursor = { side: "newer" | "older" } | null;
type Missing = null | undefined;

/** The cursors of a page: beyond its last place in the direction of reading and, unless it is the first, beyond its first. */
function endsOf<Place extends number | object>(
  cursor: Cursor,
  ends: { next: Place | Missing; previous: Place | Missing; write: (side: "newer" | "older", place: Place) => string },
): { newer: string | null; older: string | null } {
  const { next, previous, write } = ends;
  const isBack = cursor?.side === "newer";
  const written = (side: "newer" | "older", place: Place | Missing) =>
    place === null || place === undefined ? null : write(side, place);
  return isBack
    ? { newer: written("newer", next), older: written("older", previous) }
    : { newer: cursor && written("newer", previous), older: written("older", next) };
}

const inListOrder = (places: readonly { id: string }[], cursor: Cursor): string[] => {
  const ids = places.map(({ id }) => id);
  return cursor?.side === "newer" ? ids.reverse() : ids;
};

/** When about what stands at this place was logged, of the partner's own; now, where nothing of it is near. */
async function timeOfPlace({ partnerId }: Scope, place: number): Promise<Date> {
  const own = partnerId === null ? [] : [ownerMark("partner", partnerId)];
  for (const { mark, low, high } of partsAround(place)) {
    // Materialized: for the least id alone, PostgreSQL would walk all ids from the first on.
    const { rows } = await pool().query<{ id: string | null }>(
      `WITH there AS MATERIALIZED (SELECT depiction_id FROM depiction_search WHERE marks @> $1 AND place >= $2 AND place < $3)
       SELECT min(depiction_id) AS id FROM there`,
      [[mark, ...own], low, high],
    );
    const at = timeOfId(rows[0]?.id ?? "");
    if (at) return at;
  }
  return new Date();
}
