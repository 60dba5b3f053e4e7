import { limitConcurrency } from "@/lib/platform/concurrency";
import { Prisma, rows } from "@/lib/platform/db";
import { besideId, timeOfId } from "@/lib/platform/ids";
import { readCursor, type TimedCursor } from "@/lib/platform/keyset";

/** A row's position in a list of depictions, whether ordered by id or by production date. */
export type Place = { id: string; productionDate: Date };

/** Whose records are listed: one partner's, or all partners' for custodians. */
export type Scope = { partnerId: string | null };

/** A page of a list. */
export type DepictionPage = {
  ids: string[];
  newer: string | null;
  older: string | null;
  /** How far the list was read when that didn't fill the page. The next page starts there. */
  lookedThrough: Date | null;
};

// Exports and pages wait separately, so that neither delays the other and both leave connections for everything else.
const LIMITS = {
  pages: limitConcurrency("content pages", { total: { ofConnections: 0.4 }, perKey: 2, waiting: 60 }),
  exports: limitConcurrency("content export pages", { total: { ofConnections: 0.2 }, perKey: 2, waiting: 2 }),
};
export type LimitName = keyof typeof LIMITS;

export type Request = { cursor?: string | undefined; limit: number; limitName?: LimitName | undefined };

/** The rows of a page to read: those beyond the cursor, in their order. */
export type Step = { by: Prisma.Sql; beyond: Prisma.Sql[]; limit: number };

/** The rows read from a list, in its order, and where reading stopped before the list's end. */
export type Matches = { found: Place[]; stoppedAt: Place | null };

/**
 * A page of a list ordered by id, or by production date and then id, over columns of these names. Waits for a free
 * slot. Throws `Unavailable` when too many wait.
 */
export async function readPage(
  { partnerId }: Scope,
  { byProduction = false, cursor: sent, limit, limitName = "pages" }: Request & { byProduction?: boolean },
  read: (step: Step) => Promise<Matches>,
): Promise<DepictionPage> {
  const cursor = readListCursor(sent);
  const [direction, sign] = cursor?.side === "newer" ? ["ASC", ">"] : ["DESC", "<"];
  const by = Prisma.raw(byProduction ? `production_date ${direction}, id ${direction}` : `id ${direction}`);
  const beyond = byProduction
    ? Prisma.sql`(production_date, id) ${Prisma.raw(sign)} (${cursor?.at}, ${cursor?.id})`
    : Prisma.sql`id ${Prisma.raw(sign)} ${cursor?.id}`;
  const leave = await LIMITS[limitName].enter(partnerId ?? "");
  try {
    const found = await read({ by, beyond: cursor ? [beyond] : [], limit: limit + 1 });
    const { stoppedAt } = found;
    return {
      ...pageOf(found, { cursor, limit }),
      lookedThrough: stoppedAt && (byProduction ? stoppedAt.productionDate : timeOfId(stoppedAt.id)),
    };
  } finally {
    leave();
  }
}

/** `next` selects the next `span` rows of a list as `id`, `production_date` and whether it is a `hit`. */
type Walk = Pick<Step, "by" | "limit"> & { next: Prisma.Sql; span: number };

/** Reads a span of a list for matching rows, until it has found the limit. `span` bounds its cost. */
export async function walk({ next, by, span, limit }: Walk): Promise<Matches> {
  const all = await rows<Place & { hit: boolean | null; place: string }>(Prisma.sql`
    SELECT id, production_date, hit, place FROM (
      SELECT id, production_date, hit, row_number() OVER (ORDER BY ${by}) AS place FROM (${next}) AS next
    ) AS walked WHERE hit OR place = ${span} ORDER BY ${by} LIMIT ${limit}`);
  const found = all.filter(({ hit }) => hit).map(({ id, productionDate }) => ({ id, productionDate }));
  const last = all.at(-1);
  // The span's last row is present, matching or not, unless the list ended before it.
  const stopped = found.length < limit && last && Number(last.place) === span;
  return { found, stoppedAt: stopped ? { id: last.id, productionDate: last.productionDate } : null };
}

// Unlike other times, a production date may be before 1970. PostgreSQL accepts the years 1 to 9999.
const CURSOR = /^(newer|older)\.(-?\d{1,15})\.([0-9a-z]{25})$/;
const FIRST_MS = -62_135_596_800_000;
const LAST_MS = 253_402_300_799_999;

/** Null, meaning the first page, for anything that isn't one of our cursors. */
export function readListCursor(text: string | undefined): TimedCursor | null {
  const [, side, ms, id] = CURSOR.exec(text ?? "") ?? [];
  const cursor = readCursor(`${side}.${id}`);
  const time = Number(ms);
  return cursor && time >= FIRST_MS && time <= LAST_MS ? { ...cursor, at: new Date(time) } : null;
}

export const writeListCursor = (side: "newer" | "older", { id, productionDate }: Place): string =>
  `${side}.${productionDate.getTime()}.${id}`;

/**
 * The page, and the cursors of its neighbors: after its last row or where reading stopped, and before its first row.
 */
function pageOf({ found, stoppedAt }: Matches, { cursor, limit }: { cursor: TimedCursor | null; limit: number }) {
  const isBack = cursor?.side === "newer";
  const places = found.slice(0, limit);
  const ids = places.map(({ id }) => id);
  const onward = (found.length > limit ? places.at(-1) : null) ?? stoppedAt;
  // An empty page leads back to where it was requested: the page before may have its first row there.
  const back = cursor && (places[0] ?? { id: besideId(cursor.id, isBack ? 1 : -1), productionDate: cursor.at });
  const [newer, older] = isBack ? [onward, back] : [back, onward];
  return {
    ids: isBack ? ids.reverse() : ids,
    newer: newer && writeListCursor("newer", newer),
    older: older && writeListCursor("older", older),
  };
}
