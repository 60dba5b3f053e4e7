import { pool } from "@/lib/platform/db";
import { besideId, timeOfId } from "@/lib/platform/ids";
import { readFoundCursor, readListCursor, writeFoundCursor, writeListCursor } from "./cursor";
import { inTurn, type Line } from "./in-turn";
import { ownerMark } from "./marks";
import { pageOfWalk } from "./page-of-walk";
import { searchTexts } from "./search-texts";
import { isByProduction, type Scope, type Wanted } from "./terms";
import { walkDepictions } from "./walk-depictions";
import type { Place } from "./walk-span";
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
  /** Too many words have a part that was looked for: only those that begin with it were, or it as a word. */
  isCut: boolean;
};

/** `span`: how many rows of a list are looked at; `line`: in which it waits for its turn. */
type Request = { cursor?: string | undefined; limit: number; span?: number; line?: Line | undefined };

/**
 * A page of the depictions that match, the newest first: by their logging or, with a range of production dates and no text, by
 * these. What it costs hardly grows with the log (`docs/benchmarks.md`). What was logged a moment ago is not found by a text yet.
 */
export async function searchDepictions(scope: Scope, wanted: Wanted, request: Request): Promise<Searched> {
  const { text } = wanted;
  return inTurn(scope, request.line ?? "pages", () =>
    text ? pageOfTexts(scope, { ...wanted, text }, request) : pageOfList(scope, wanted, request),
  );
}

async function pageOfTexts(
  scope: Scope,
  wanted: Wanted & { text: string },
  { cursor: sent, limit }: Request,
): Promise<Searched> {
  const cursor = readFoundCursor(sent);
  const { found, stoppedAt, isCut } = await searchTexts(scope, wanted, { cursor, limit: limit + 1 });
  const page = pageOfWalk(
    { found, stoppedAt: stoppedAt === null ? null : { place: stoppedAt } },
    {
      cursor,
      limit,
      write: (side, { place }) => writeFoundCursor(side, place),
      beside: ({ place }, step) => ({ place: place + step }),
    },
  );
  return { ...page, isCut, lookedThrough: stoppedAt === null ? null : await timeOfPlace(scope, stoppedAt) };
}

async function pageOfList(
  scope: Scope,
  wanted: Wanted,
  { cursor: sent, limit, span = SPAN }: Request,
): Promise<Searched> {
  const cursor = readListCursor(sent);
  const direction = cursor?.side === "newer" ? "asc" : "desc";
  const walked = await walkDepictions(scope, wanted, { cursor, direction, limit: limit + 1, span });
  const page = pageOfWalk<Place>(walked, {
    cursor: cursor && { ...cursor, productionDate: cursor.at },
    limit,
    write: writeListCursor,
    beside: ({ id, productionDate }, step) => ({ id: besideId(id, step), productionDate }),
  });
  const { stoppedAt } = walked;
  return {
    ...page,
    isCut: false,
    lookedThrough: stoppedAt && (isByProduction(wanted) ? stoppedAt.productionDate : timeOfId(stoppedAt.id)),
  };
}

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
