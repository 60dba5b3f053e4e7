import { findHits, isIndexed, isUrl, matchesByIndex, matchesWords, ownedBy } from "@/lib/domain/records/search";
import { Prisma, pool } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { type DepictionPage, type Request, readPage, type Scope, type Step, walk } from "./page";

/** Filters of a list of depictions. Custodians filter by text and dates only. */
export type DepictionFilter = {
  /** Words of a title, URL or content id; or a full URL, SHA-256 or id. */
  text?: string | undefined;
  accountId?: string | undefined;
  /** `late`: declared, and its first upload URL has expired. */
  copy?: "stored" | "pending" | "late" | "missing" | undefined;
  removed?: "yes" | "no" | undefined;
  /** Content of which a removal was confirmed before. */
  matched?: "yes" | undefined;
  /** The range of production dates, end excluded. With one, the list is sorted by production date. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** For `late`: only records with a smaller id. */
  lateBefore?: string | undefined;
};

/**
 * How many rows are read for a page. For a text that the index can find: first the `newest`, and if so many of them match that the
 * page needs no more than those `further` back, those; then the index, and if that has more than `hits`, rows `further` back. For
 * anything else: rows `further` back.
 */
const BOUNDS = { newest: 10_000, hits: 20_000, further: 100_000 };
/** Reading one row of `depictions` costs as much as this many of `search_records`. */
const SLOWER = 4;

const isByProduction = ({ from, to }: DepictionFilter): boolean => from !== undefined || to !== undefined;

/** Custodians also find greenlit scenes. Partners have lists of their own for those. */
const kindsOf = ({ partnerId }: Scope) =>
  partnerId === null ? (["depiction", "scene"] as const) : (["depiction"] as const);

/**
 * A page of the matching depictions, for custodians also scenes, newest first: by logging or creation or, with a range
 * of production dates, by those. For a text, reads the newest rows first, then the index. A text finds a record about a
 * second after it was logged.
 */
export function listDepictions(
  scope: Scope,
  wanted: DepictionFilter,
  { bounds = BOUNDS, ...request }: Request & { bounds?: typeof BOUNDS },
): Promise<DepictionPage> {
  return readPage(scope, { ...request, byProduction: isByProduction(wanted) }, async (step) => {
    const text = wanted.text ? await readText(scope, wanted.text) : null;
    const read = (rows: number) => walk({ ...step, ...nextRows(scope, wanted, { ...step, text, rows }) });
    if (!text?.condition || !(await isIndexed(wanted.text ?? ""))) return read(bounds.further);
    const newest = await read(bounds.newest);
    if (!newest.stoppedAt) return newest;
    if (newest.found.length * bounds.further >= step.limit * bounds.newest) {
      const further = await read(bounds.further);
      if (!further.stoppedAt) return further;
    }
    const { own, others } = conditionsOf(scope, wanted);
    const condition = await matchesByIndex({ ...scope, kinds: ["depiction"] }, wanted.text ?? "");
    const where = [condition, ...rangeOf(wanted), ...step.beyond, ...depictionMeets([...own, ...others])];
    const found = await findHits({ ...step, ...scope, kinds: kindsOf(scope), where, most: bounds.hits });
    return found ? { found, stoppedAt: null } : read(bounds.further);
  });
}

const depictionMeets = (conditions: Prisma.Sql[]): Prisma.Sql[] =>
  conditions.length > 0
    ? [Prisma.sql`(SELECT ${Prisma.join(conditions, " AND ")} FROM depictions d WHERE d.id = search_records.id)`]
    : [];

type Next = Step & { text: Text | null; rows: number };

/**
 * The next rows of a list in its order: from the search or, where it lacks a column or lags behind, from `depictions`.
 */
function nextRows(scope: Scope, wanted: DepictionFilter, { text, by, beyond, limit, rows }: Next) {
  const { partnerId } = scope;
  const { own, others } = conditionsOf(scope, wanted);
  const isPlain = text?.condition && own.length + others.length === 0 && !isByProduction(wanted);
  const isSearched = partnerId === null || isPlain;
  const condition = text?.condition
    ? [isSearched ? text.condition : recordMeets({ kind: DEPICTION, id: Prisma.sql`depictions.id` }, text.condition)]
    : [];
  const hit = [...others, ...condition];
  const where = [...own, ...rangeOf(wanted), ...(text?.ids ? [Prisma.sql`id = ANY (${text.ids})`] : []), ...beyond];
  // If every row matches, reading that many is enough.
  const span = hit.length === 0 ? limit : isSearched ? rows : Math.ceil(rows / SLOWER);
  const from = (table: Prisma.Sql, owned: Prisma.Sql) => Prisma.sql`
    SELECT id, production_date, ${hit.length > 0 ? Prisma.join(hit, " AND ") : Prisma.sql`true`} AS hit
    FROM ${table} WHERE ${Prisma.join([owned, ...where], " AND ")} ORDER BY ${by} LIMIT ${span}`;
  if (!isSearched) return { next: from(Prisma.sql`depictions`, Prisma.sql`partner_id = ${partnerId}`), span };
  // Each kind is read in the order of its database index, and they are merged.
  const parts = kindsOf(scope).map(
    (kind) => Prisma.sql`(${from(Prisma.sql`search_records`, ownedBy({ kinds: [kind], partnerId }))})`,
  );
  const merged = Prisma.join(parts, " UNION ALL ");
  if (parts.length === 1) return { next: merged, span };
  return { next: Prisma.sql`SELECT * FROM (${merged}) AS kinds ORDER BY ${by} LIMIT ${span}`, span };
}

const rangeOf = ({ from, to }: DepictionFilter): Prisma.Sql[] => [
  ...(from ? [Prisma.sql`production_date >= ${from}`] : []),
  ...(to ? [Prisma.sql`production_date < ${to}`] : []),
];

/** A partner's filters: its `own` conditions, which have a database index in the list's order, and the others. */
function conditionsOf({ partnerId }: Scope, wanted: DepictionFilter): { own: Prisma.Sql[]; others: Prisma.Sql[] } {
  const { accountId, copy, removed, matched, lateBefore } = wanted;
  const own: Prisma.Sql[] = [];
  const others: Prisma.Sql[] = [];
  if (partnerId === null) return { own, others };
  if (accountId) own.push(Prisma.sql`account_id = ${accountId}`);
  if (matched)
    own.push(Prisma.sql`id = ANY (ARRAY(SELECT depiction_id FROM content_matches WHERE partner_id = ${partnerId}))`);
  // The few records that aren't stored, and the few that were removed, have their own database index ordered by id.
  const few = accountId || isByProduction(wanted) ? others : own;
  if (copy === "stored") others.push(Prisma.sql`copy_state = 'stored'`);
  else if (copy) few.push(copy === "missing" ? Prisma.sql`copy_state = 'missing'` : Prisma.sql`copy_state = 'pending'`);
  if (copy === "late" && lateBefore) few.push(Prisma.sql`id < ${lateBefore}`);
  if (removed === "yes") few.push(Prisma.sql`removed_at IS NOT NULL`);
  // A removed record needs no copy.
  else if (copy && copy !== "stored") few.push(Prisma.sql`removed_at IS NULL`);
  else if (removed === "no") others.push(Prisma.sql`removed_at IS NULL`);
  return { own, others };
}

/**
 * What a typed text means: records with exactly this id, URL or hash or, if there are none, a condition on
 * `search_records`.
 */
type Text = { ids: string[]; condition: null } | { ids: null; condition: Prisma.Sql };

export async function readText(scope: Scope, text: string): Promise<Text> {
  const ids = await idsOf(scope, namedBy(scope, text));
  return ids.length > 0 ? { ids, condition: null } : { ids: null, condition: matchesWords(text) };
}

const DEPICTION = Prisma.sql`'depiction'::search_kind`;

/**
 * Whether the search record of this kind and id meets a condition. Not EXISTS, which PostgreSQL may turn into a join of
 * all records.
 */
export const recordMeets = ({ kind, id }: { kind: Prisma.Sql; id: Prisma.Sql }, condition: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT ${condition} FROM search_records s WHERE s.kind = ${kind} AND s.id = ${id})`;

/** The ids of a partner's depictions with exactly this content id. */
export const idsByContentId = (scope: Scope, contentId: string): Promise<string[]> =>
  idsOf(
    scope,
    Prisma.sql`SELECT id, partner_id FROM search_records WHERE kind = 'depiction' AND external_id = ${contentId}`,
  );

/** The records that one of our ids, a SHA-256 or a URL names, each by its own database index. */
function namedBy({ partnerId }: Scope, text: string): Prisma.Sql | null {
  const lower = text.toLowerCase();
  const searched = Prisma.sql`SELECT id, partner_id FROM search_records WHERE kind = 'depiction'`;
  const logged = Prisma.sql`SELECT id, partner_id FROM depictions`;
  const published = Prisma.sql`SELECT scene_id, partner_id FROM scene_publications`;
  const orScene = (named: Prisma.Sql) => (partnerId === null ? Prisma.sql` UNION ${named}` : Prisma.empty);
  if (isId(lower)) {
    const scene = Prisma.sql`SELECT scene_id, partner_id FROM scene_index_entries WHERE scene_id = ${lower}`;
    return Prisma.sql`${searched} AND id = ${lower} UNION ${logged} WHERE id = ${lower} OR content_log_id = ${lower}${orScene(scene)}`;
  }
  if (/^[0-9a-f]{64}$/.test(lower)) {
    const hash = Prisma.sql`decode(${lower}, 'hex')`;
    return Prisma.sql`${searched} AND file_hash = ${hash} UNION ${logged} WHERE kept_sha256 = ${hash}
      ${orScene(Prisma.sql`${published} WHERE depiction_sha256 = ${hash}`)}`;
  }
  if (!isUrl(text)) return null;
  return Prisma.sql`${searched} AND url_hash = match_url_hash(${text})
    ${orScene(Prisma.sql`${published} WHERE match_url(content_url) = match_url(${text})`)}`;
}

/** How many records of one URL or file are listed. */
const SAME_MOST = 10_000;

async function idsOf({ partnerId }: Scope, named: Prisma.Sql | null): Promise<string[]> {
  if (!named) return [];
  const own = partnerId === null ? Prisma.empty : Prisma.sql`WHERE partner_id = ${partnerId}`;
  const { text, values } =
    Prisma.sql`SELECT DISTINCT id FROM (${named}) AS named ${own} ORDER BY id DESC LIMIT ${SAME_MOST}`;
  const { rows } = await pool().query<{ id: string }>(text, values);
  return rows.map(({ id }) => id);
}
