import type { PoolClient } from "pg";
import { pool, sqlState } from "@/lib/platform/db";
import { Unavailable } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { FoundCursor } from "./cursor";
import { partsOfDays } from "./day-parts";
import { firstPace, paceAfter, type Reached, SLOWEST, wayOf, windowsAt } from "./pace";
import { type Asked, type Found, filtersOf, LOOKED_MOST, meets, readWindows, TIME_MS } from "./read-windows";
import { type Scope, Values, type Wanted } from "./terms";
import { groupsOfWhole, type Narrowing, narrowingOf } from "./words";

/** What was found, in the list's order, and the place at which it was stopped short of the list's end. */
export type Looked = { found: Found[]; stoppedAt: number | null };

const PATIENCE = "2s";
const CANCELLED = "57014";
const AGAIN_AFTER_S = 5;
// An index leads to few rows, fewer than statistics expect.
const BEGIN = `BEGIN READ ONLY; SET LOCAL statement_timeout = '${PATIENCE}'; SET LOCAL enable_seqscan = off`;

/** A part of the list that has more of what may be meant is divided. */
const ENOUGH = 256;

type Request = { cursor: FoundCursor | null; limit: number };

/**
 * The first rows of a list that a text looks for, from the cursor on. The list is read in parts, which grow with the way, so
 * that a page hardly costs more in a longer list. Throws `Unavailable` where the database is too slow to read any.
 */
export async function searchTexts(
  scope: Scope,
  wanted: Wanted & { text: string },
  request: Request,
): Promise<Looked & Pick<Narrowing, "isCut">> {
  const client = await pool().connect();
  try {
    await client.query(BEGIN);
    const down = request.cursor?.side !== "newer";
    const named = wanted.whole ? [] : await findNamed(client, scope, wanted);
    const { groups, isCut }: Narrowing = wanted.whole
      ? { groups: groupsOfWhole(wanted.text, scope.partnerId), isCut: false }
      : await narrowingOf(client, wanted.text, scope.partnerId);
    const looked = await lookThrough(client, { scope, wanted, groups, down }, request);
    return { ...withNamed(looked, named, { ...request, down }), isCut };
  } catch (error) {
    if (sqlState(error) === CANCELLED)
      throw new Unavailable("The search takes too long just now. Search again", AGAIN_AFTER_S);
    throw error;
  } finally {
    await client.query("ROLLBACK").finally(() => client.release());
  }
}

async function lookThrough(client: PoolClient, asked: Asked, { cursor, limit }: Request): Promise<Looked> {
  const { rows } = await client.query<{ top: string }>("SELECT last_value AS top FROM depiction_search_place");
  const { down } = asked;
  const top = Number(rows[0]?.top ?? 0);
  const start = cursor ? Math.min(down ? cursor.place : cursor.place + 1, top + 1) : top + 1;
  const within = await partsOfDays(client, asked.scope, { ...asked.wanted, top });
  const ends = performance.now() + TIME_MS;
  const found: Found[] = [];
  const reached: Reached = { start, at: start, looked: 0, down, top };
  let pace = firstPace({ narrowed: asked.groups.length > 0, byDays: within !== null });
  for (;;) {
    if (found.length >= limit || wayOf(reached).left <= 0) return { found, stoppedAt: null };
    const stopped = { found, stoppedAt: down ? reached.at : reached.at - 1 };
    // Not before anything is read: whoever goes on from there would ask the same again.
    const isBegun = reached.at !== start;
    if (isBegun && (reached.looked >= LOOKED_MOST || performance.now() > ends)) return stopped;
    const windows = windowsAt(pace, reached, within);
    if (windows.length === 0) return { found, stoppedAt: null };
    const given = { at: reached.at, windows, limit: limit - found.length, enough: Math.max(ENOUGH, 2 * limit) };
    const part = await readWindows(client, asked, given).catch((error: unknown) =>
      tooLong(error, { isLast: pace === SLOWEST }),
    );
    if (part === "too long") {
      if (isBegun) return stopped;
      // Nothing is passed over: where not even the first part was read, it is read in the smallest ones.
      await client.query(`ROLLBACK; ${BEGIN}`);
      pace = SLOWEST;
      continue;
    }
    found.push(...part.found);
    reached.looked += part.looked;
    const last = windows[part.read - 1];
    if (last) reached.at = down ? last.low : last.high;
    pace = paceAfter(pace, windows, part.overflow ? (windows[part.read] ?? null) : null);
  }
}

function tooLong(error: unknown, { isLast }: { isLast: boolean }): "too long" {
  if (sqlState(error) === CANCELLED && !isLast) return "too long";
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
       AND ${meets(scope, filtersOf(scope, wanted, values))}`,
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
