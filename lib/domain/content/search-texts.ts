import type { PoolClient } from "pg";
import { pool, sqlState } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { type Asked, CANDIDATES_MOST, type Found, filtersOf, readStretch } from "./read-stretch";
import type { FoundCursor } from "./search-cursor";
import { type Scope, Values, type Wanted } from "./search-terms";
import { windowOf } from "./search-windows";
import { groupsOf, groupsOfWhole } from "./search-words";

/** What was found, in the list's order, and the place at which it was stopped short of the list's end. */
export type Looked = { found: Found[]; stoppedAt: number | null };

/** The first stretch that is looked through. */
const FIRST = 1_024;
/** How many times as long as all before it the next one may be. */
const GROWTH = 32;
/** And how much shorter when it had too much in it. */
const SHORTER = 16;
/** What is in none of so many rows is so rare that the index tells of all of it at once. */
const RARE_AFTER = 30_000;
/** After so many rows, or after this time, a page may end before it is full. */
const LOOKED_MOST = 12_000;
const TIME_MS = 400;
const PATIENCE = "2s";
const CANCELLED = "57014";

type Request = { cursor: FoundCursor | null; limit: number };

/**
 * The first rows of a list that a text looks for, from the cursor on. The list is looked through in stretches, each as long as
 * what was found before lets expect for the rest of the page, so that a page costs about the same in a list of any length.
 */
export async function searchTexts(scope: Scope, wanted: Wanted & { text: string }, request: Request): Promise<Looked> {
  const client = await pool().connect();
  try {
    // An index leads to few rows, fewer than statistics expect.
    await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = '${PATIENCE}'; SET LOCAL enable_seqscan = off`);
    const down = request.cursor?.side !== "newer";
    const named = wanted.whole ? [] : await findNamed(client, scope, wanted);
    const groups = wanted.whole ? groupsOfWhole(wanted.text) : await groupsOf(client, wanted.text);
    const looked = await lookThrough(client, { scope, wanted, groups, down }, request);
    return withNamed(looked, named, { ...request, down });
  } finally {
    await client.query("ROLLBACK").finally(() => client.release());
  }
}

async function lookThrough(client: PoolClient, asked: Asked, { cursor, limit }: Request): Promise<Looked> {
  const { rows: last } = await client.query<{ top: string }>("SELECT last_value AS top FROM depiction_search_place");
  const { down } = asked;
  const narrowed = asked.groups.length > 0;
  const top = Number(last[0]?.top ?? 0);
  const start = cursor ? Math.min(down ? cursor.place : cursor.place + 1, top + 1) : top + 1;
  const ends = performance.now() + TIME_MS;
  const found: Found[] = [];
  let at = start;
  let rows = FIRST;
  let looked = 0;
  let tooMany = Number.POSITIVE_INFINITY;
  const stopped = () => ({ found, stoppedAt: down ? at : at - 1 });
  for (;;) {
    const window = windowOf(at, { down, rows, top });
    const part = await readStretch(client, asked, { at, window, limit: limit - found.length }).catch(tooLong);
    if (part === "too long") return stopped();
    if (part) {
      found.push(...part.found);
      looked += part.candidates;
      at = window.until;
      if (found.length >= limit || (down ? at <= 0 : at > top)) return { found, stoppedAt: null };
    }
    if (looked > LOOKED_MOST || performance.now() > ends) return stopped();
    if (part) {
      const [covered, hits] = [Math.abs(at - start), found.length];
      // Where so many rows had too much in them, the next ones may too: it is felt forward from there.
      tooMany *= 2;
      rows = Math.min(nextRows({ covered, looked, hits, missing: limit - hits, narrowed }), tooMany / SHORTER);
    } else {
      tooMany = Math.min(rows, down ? at : top + 1 - at);
      rows = tooMany / SHORTER;
    }
  }
}

type Seen = { covered: number; looked: number; hits: number; missing: number; narrowed: boolean };

function nextRows({ covered, looked, hits, missing, narrowed }: Seen): number {
  if (looked === 0) return narrowed && covered > RARE_AFTER ? Number.POSITIVE_INFINITY : covered * GROWTH;
  const forThePage = hits > 0 ? (covered * missing * 1.2) / hits : Number.POSITIVE_INFINITY;
  return Math.min(covered * GROWTH, forThePage, (covered * CANDIDATES_MOST) / 2 / looked);
}

function tooLong(error: unknown): "too long" {
  if (sqlState(error) === CANCELLED) return "too long";
  throw error;
}

/** What a whole id of ours names, which no word leads to. */
async function findNamed(client: PoolClient, scope: Scope, wanted: Wanted & { text: string }): Promise<Found[]> {
  const id = wanted.text.toLowerCase();
  if (!isId(id)) return [];
  const values = new Values();
  const { rows } = await client.query<{ id: string; place: string }>(
    `SELECT c.depiction_id AS id, c.place FROM depiction_search c
     WHERE c.depiction_id IN (${values.add(id)}, (SELECT id FROM depictions WHERE content_log_id = ${values.add(id)}))
       AND ${filtersOf(scope, wanted, values)}`,
    values.list,
  );
  return rows.map((row) => ({ id: row.id, place: Number(row.place) }));
}

function withNamed(
  { found, stoppedAt }: Looked,
  named: readonly Found[],
  { cursor, limit, down }: Request & { down: boolean },
): Looked {
  const isBeyond = (place: number, from: number) => (down ? place < from : place > from);
  const more = named.filter(
    ({ id, place }) =>
      !found.some((one) => one.id === id) &&
      (!cursor || isBeyond(place, cursor.place)) &&
      (stoppedAt === null || !isBeyond(place, stoppedAt)),
  );
  if (more.length === 0) return { found, stoppedAt };
  const sorted = [...found, ...more].sort((a, b) => (down ? b.place - a.place : a.place - b.place));
  return { found: sorted.slice(0, limit), stoppedAt };
}
