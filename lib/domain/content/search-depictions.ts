import { timeOfId } from "@/lib/platform/ids";
import { matchDepictions } from "./match-depictions";
import { type ListCursor, readListCursor, writeListCursor } from "./search-cursor";
import { isByProduction, type Scope, type Wanted } from "./search-terms";
import { type Place, type Step, type Walked, walkDepictions } from "./walk-depictions";

/** How many rows are looked at before the indexes of texts are asked, and how many where these cannot help. */
const FIRST_SPAN = 500;
const LONG_SPAN = 10_000;
/** With as many among the first, the next rows hold a page of them. */
const COMMON_FROM = 3;

/** A page of a search. Where the span was over before the page was full, the list may go on: `newer` or `older` says so. */
export type Searched = {
  ids: string[];
  newer: string | null;
  older: string | null;
  /** Up to where it was looked, when that was not as far as the page is long. */
  lookedThrough: Date | null;
};

/**
 * A page of the depictions that match, the newest first: by their logging or, with a range of production dates, by these.
 * What it costs does not grow with the log. A common text is among the newest rows; a rare one is found by its index; one
 * in between is looked for in the next rows, and the page may then be short though the list goes on.
 */
export async function searchDepictions(
  scope: Scope,
  wanted: Wanted,
  { cursor: sent, limit }: { cursor?: string | undefined; limit: number },
): Promise<Searched> {
  const cursor = readListCursor(sent);
  const step = { cursor, direction: cursor?.side === "newer" ? "asc" : "desc", limit: limit + 1 } as const;
  const walked = await look(scope, wanted, step);
  const { stoppedAt } = walked;
  const lookedThrough = stoppedAt && (isByProduction(wanted) ? stoppedAt.productionDate : timeOfId(stoppedAt.id));
  return { ...pageOfWalk(walked, { cursor, limit }), lookedThrough };
}

async function look(scope: Scope, wanted: Wanted, step: Step): Promise<Walked> {
  const near = await walkDepictions(scope, wanted, { ...step, span: FIRST_SPAN });
  if (!near.stoppedAt) return near;
  const { text } = wanted;
  const far = () => walkDepictions(scope, wanted, { ...step, span: LONG_SPAN });
  if (!text) return far();
  const walked = near.found.length < COMMON_FROM ? null : await far();
  if (walked && !walked.stoppedAt) return walked;
  const found = await matchDepictions(scope, { ...wanted, text }, step);
  return found ? { found, stoppedAt: null } : (walked ?? far());
}

function pageOfWalk(
  { found, stoppedAt }: { found: Place[]; stoppedAt: Place | null },
  { cursor, limit }: { cursor: ListCursor | null; limit: number },
): Omit<Searched, "lookedThrough"> {
  const places = found.slice(0, limit);
  const onward = cursor?.side ?? "older";
  const back = onward === "older" ? "newer" : "older";
  const next = found.length > limit ? places.at(-1) : stoppedAt;
  const previous = cursor && (places[0] ?? { id: cursor.id, productionDate: cursor.at });
  const ends = {
    [onward]: next ? writeListCursor(onward, next) : null,
    [back]: previous ? writeListCursor(back, previous) : null,
  };
  if (onward === "newer") places.reverse();
  return {
    ids: places.map(({ id }) => id),
    newer: ends.newer ?? null,
    older: ends.older ?? null,
  };
}
