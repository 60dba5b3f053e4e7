import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import {
  assertNoConflict,
  type Concern,
  conflictWith,
  partnersOf,
  recordsConcerning,
} from "@/lib/domain/custody/conflicts";
import { isPublishedAs } from "@/lib/domain/custody/published-as";
import { Prisma, type Tx } from "@/lib/platform/db";
import { storedAddress } from "@/lib/platform/wire";
import type { RecordKind } from "./labels";

// What a scope opens, decided here for everything that an examiner can reach. Read by SQL across the rooms, when it is asked: a record that
// joins the scope later is in it, and one that a custodian took out of it is out at once.

const { sql } = Prisma;

/** A choice of records. */
export type Scope = {
  /** A query of `kind` and `item_id`: the records, or the partners, productions and people whose records it has. */
  items: Prisma.Sql;
  /** Only records produced from this time, and before that one. */
  from: Prisma.Sql | Date | null;
  until: Prisma.Sql | Date | null;
  /**
   * The partner whose records were drawn; null, also without it, for other scopes. Then it opens its items and nothing else, and names no
   * other partner.
   */
  drawnOf?: Prisma.Sql;
};

/** What an examination opens. */
export const scopeOfExamination = (id: string): Scope => ({
  items: sql`SELECT kind::text, item_id FROM examination_scope WHERE examination_id = ${id} AND removed_at IS NULL`,
  from: sql`(SELECT produced_from FROM examinations WHERE id = ${id})`,
  until: sql`(SELECT produced_until FROM examinations WHERE id = ${id})`,
  drawnOf: sql`(SELECT m.partner_id FROM examinations x JOIN samples m ON m.id = x.sample_id WHERE x.id = ${id})`,
});

const drawnOf = (scope: Scope): Prisma.Sql => scope.drawnOf ?? sql`NULL`;

const inDates = ({ from, until }: Scope, day: Prisma.Sql) =>
  sql`(${day} >= coalesce(${from}::timestamptz, '-infinity') AND ${day} < coalesce(${until}::timestamptz, 'infinity'))`;

/** A page of records, in the order of their ids. `text`: whose title, addresses or id match. */
export type RecordPage = {
  after: string;
  limit: number;
  text?: undefined | { id: string; in: (column: Prisma.Sql) => Prisma.Sql };
};

/** Whether a depiction or scene has an entry in the dates, which makes it a record. */
const isIndexed = (scope: Scope, kind: "depiction" | "scene", id: Prisma.Sql) =>
  kind === "depiction"
    ? sql`EXISTS (SELECT FROM index_entries e WHERE e.depiction_id = ${id} AND ${inDates(scope, sql`e.production_date`)})`
    : sql`EXISTS (SELECT FROM scene_index_entries e WHERE e.scene_id = ${id} AND ${inDates(scope, sql`e.production_date`)})`;

/**
 * What a picked partner has, of which there may be millions: with a page, each part is read in the order of its database index only
 * as far as the page goes.
 */
function ofPartners(scope: Scope, page: RecordPage | undefined): Prisma.Sql {
  if (!page) {
    return sql`
  SELECT 'scene' AS kind, s.id FROM i JOIN collab_scenes s ON s.partner_id = i.item WHERE i.kind = 'partner'
  UNION ALL SELECT 'scene', e.scene_id FROM i JOIN scene_index_entries e ON e.partner_id = i.item AND e.title IS NOT NULL
    WHERE i.kind = 'partner'
  UNION ALL SELECT 'depiction', d.id FROM i JOIN depictions d ON d.partner_id = i.item WHERE i.kind = 'partner'
  UNION ALL SELECT 'depiction', e.depiction_id FROM i JOIN index_entries e ON e.partner_id = i.item AND e.title IS NOT NULL
    WHERE i.kind = 'partner'`;
  }
  const { after, limit, text } = page;
  type Part = { from: Prisma.Sql; id: Prisma.Sql; where: Prisma.Sql };
  // Distinct, because an erased record has an entry for each person.
  const part = (kind: "depiction" | "scene", { from, id, where }: Part) => sql`
  SELECT ${kind} AS kind, part.id FROM i CROSS JOIN LATERAL (
    SELECT DISTINCT ${id} AS id FROM ${from} WHERE ${where} AND ${id} > ${after} AND ${isIndexed(scope, kind, id)} ORDER BY ${id} LIMIT ${limit}) part
  WHERE i.kind = 'partner'`;
  const found = (kind: "depiction" | "scene") =>
    text &&
    part(kind, {
      from: sql`search_records t`,
      id: sql`t.id`,
      where: sql`t.kind = ${kind}::search_kind AND t.partner_id = i.item AND ${text.in(sql`t.text`)}`,
    });
  const scenes = (isJob: boolean) =>
    part("scene", {
      from: sql`collab_scenes s`,
      id: sql`s.id`,
      where: sql`s.partner_id = i.item AND s.is_job = ${isJob}`,
    });
  const parts = [
    found("depiction") ??
      part("depiction", { from: sql`depictions d`, id: sql`d.id`, where: sql`d.partner_id = i.item` }),
    found("scene") ?? sql`${scenes(false)} UNION ALL ${scenes(true)}`,
    ...(text
      ? [
          sql`SELECT 'depiction', d.id FROM i JOIN depictions d ON d.partner_id = i.item AND d.id = ${text.id} WHERE i.kind = 'partner'`,
          sql`SELECT 'scene', s.id FROM i JOIN collab_scenes s ON s.partner_id = i.item AND s.id = ${text.id} WHERE i.kind = 'partner'`,
        ]
      : [
          part("depiction", {
            from: sql`index_entries o`,
            id: sql`o.depiction_id`,
            where: sql`o.partner_id = i.item AND o.title IS NOT NULL`,
          }),
          part("scene", {
            from: sql`scene_index_entries o`,
            id: sql`o.scene_id`,
            where: sql`o.partner_id = i.item AND o.title IS NOT NULL`,
          }),
        ]),
  ];
  return Prisma.join(parts, " UNION ALL ");
}

/** The records that a scope names: `kind` and `id`, some of them more than once. Not by their performers. */
const picked = (scope: Scope, page?: RecordPage) => sql`(
  WITH i AS MATERIALIZED (SELECT kind, item_id AS item FROM (${scope.items}) items),
  named_scenes AS (
    SELECT item AS id FROM i WHERE kind = 'scene'
    UNION ALL SELECT m.scene_id FROM i JOIN production_performers m ON m.production_id = i.item WHERE i.kind = 'production'),
  listed AS (
    SELECT l.partner_id, c.url, c.sha256 FROM i
      JOIN production_depictions c ON c.production_id = i.item JOIN production_partners l ON l.production_id = i.item
    WHERE i.kind = 'production'
    UNION ALL SELECT p.partner_id, p.content_url, p.depiction_sha256
      FROM (SELECT DISTINCT id FROM named_scenes) s JOIN scene_publications p ON p.scene_id = s.id
      WHERE ${drawnOf(scope)} IS NULL)
  SELECT kind, item AS id FROM i WHERE kind IN ('depiction', 'production')
  UNION ALL SELECT 'scene', id FROM named_scenes
  UNION ALL ${ofPartners(scope, page)}
  UNION ALL SELECT 'scene', p.scene_id FROM i JOIN scene_publications p ON p.partner_id = i.item WHERE i.kind = 'partner'
  UNION ALL SELECT 'production', l.production_id FROM i JOIN production_partners l ON l.partner_id = i.item WHERE i.kind = 'partner'
  UNION ALL SELECT 'depiction', c.depiction_id FROM i JOIN production_depictions c ON c.production_id = i.item
    WHERE i.kind = 'production' AND c.depiction_id IS NOT NULL
  UNION ALL SELECT 'depiction', r.id FROM listed t JOIN search_records r ON r.kind = 'depiction' AND r.partner_id = t.partner_id
    AND r.url_hash = match_url_hash(t.url)
  UNION ALL SELECT 'depiction', r.id FROM listed t JOIN search_records r ON r.kind = 'depiction' AND r.partner_id = t.partner_id
    AND r.file_hash = t.sha256)`;

/** A scope without what its partners have. */
const withoutPartners = ({ items, ...dates }: Scope): Scope => ({
  ...dates,
  items: sql`SELECT kind, item_id FROM (${items}) other WHERE kind <> 'partner'`,
});

/** The index entries in a scope, some of them more than once. */
const entryRows = (scope: Scope): Prisma.Sql => sql`(
  SELECT * FROM (
    SELECT 'depiction' AS kind, e.depiction_id AS id, e.user_id, e.partner_id, e.production_date, e.title
    FROM ${picked(scope)} r JOIN index_entries e ON e.depiction_id = r.id WHERE r.kind = 'depiction'
    UNION ALL SELECT 'scene', e.scene_id, e.user_id, e.partner_id, e.production_date, e.title
    FROM ${picked(scope)} r JOIN scene_index_entries e ON e.scene_id = r.id WHERE r.kind = 'scene'
    UNION ALL SELECT 'depiction', e.depiction_id, e.user_id, e.partner_id, e.production_date, e.title
    FROM (${scope.items}) i JOIN index_entries e ON e.user_id = i.item_id WHERE i.kind = 'person'
    UNION ALL SELECT 'scene', e.scene_id, e.user_id, e.partner_id, e.production_date, e.title
    FROM (${scope.items}) i JOIN scene_index_entries e ON e.user_id = i.item_id WHERE i.kind = 'person') all_entries
  WHERE ${inDates(scope, sql`all_entries.production_date`)})`;

/**
 * The index entries in a scope: each record with each person in it whom the scope opens (`kind`, `id`, `user_id`, `partner_id`,
 * `production_date`, and `title` of an erased one). Of a picked person's records, only their own entries.
 */
export const entriesIn = (scope: Scope): Prisma.Sql => sql`(SELECT DISTINCT * FROM ${entryRows(scope)} entry)`;

/**
 * Everyone whom a scope opens, once (`user_id`). Of a picked partner's depictions, skips from person to person in the database index
 * instead of reading each entry.
 */
export const peopleIn = (scope: Scope): Prisma.Sql => sql`(
  SELECT DISTINCT user_id FROM (
    SELECT user_id FROM ${entryRows(scope)} entry WHERE kind = 'scene'
    UNION ALL SELECT user_id FROM ${entryRows(withoutPartners(scope))} entry WHERE kind = 'depiction'
    UNION ALL SELECT u.user_id FROM (${scope.items}) i CROSS JOIN LATERAL (
      WITH RECURSIVE person AS (
        (SELECT user_id FROM index_entries WHERE partner_id = i.item_id ORDER BY user_id LIMIT 1)
        UNION ALL SELECT (SELECT e.user_id FROM index_entries e WHERE e.partner_id = i.item_id AND e.user_id > p.user_id
          ORDER BY e.user_id LIMIT 1) FROM person p WHERE p.user_id IS NOT NULL)
      SELECT p.user_id FROM person p WHERE EXISTS (SELECT FROM index_entries e
        WHERE e.partner_id = i.item_id AND e.user_id = p.user_id AND ${inDates(scope, sql`e.production_date`)})) u
    WHERE i.kind = 'partner') some_people)`;

/** How many records of this person a scope opens. Reads only their own entries. */
export const recordsOf = (scope: Scope, userId: Prisma.Sql): Prisma.Sql => sql`(
  SELECT count(*)::int FROM (
    SELECT 'depiction' AS kind, depiction_id AS id, partner_id, production_date FROM index_entries WHERE user_id = ${userId}
    UNION ALL SELECT 'scene', scene_id, partner_id, production_date FROM scene_index_entries WHERE user_id = ${userId}) o
  WHERE ${inDates(scope, sql`o.production_date`)} AND (
    o.partner_id IN (SELECT item_id FROM (${scope.items}) i WHERE i.kind = 'partner')
    OR ${userId} IN (SELECT item_id FROM (${scope.items}) i WHERE i.kind = 'person')
    OR EXISTS (SELECT FROM ${picked(scope)} named WHERE named.kind = o.kind AND named.id = o.id)))`;

/** The productions in a scope: `id`, `title` and `production_date`. */
export const productionsIn = (scope: Scope): Prisma.Sql => sql`(
  SELECT p.id, p.title, p.production_date FROM productions p
  WHERE p.id IN (SELECT r.id FROM ${picked(scope)} r WHERE r.kind = 'production')
    AND ${inDates(scope, sql`p.production_date`)})`;

/** Everyone in one production whom a scope opens (`user_id`): those of its scenes that are in scope. Reads only these scenes. */
export const castOf = (scope: Scope, productionId: Prisma.Sql | string): Prisma.Sql => sql`(
  SELECT DISTINCT e.user_id FROM (SELECT DISTINCT scene_id FROM production_performers WHERE production_id = ${productionId}) m
    CROSS JOIN LATERAL (SELECT s.user_id FROM ${entriesIn(scope)} s WHERE s.kind = 'scene' AND s.id = m.scene_id) e)`;

/** The same of every production in a scope: `id` and `user_id`. */
export const castsIn = (scope: Scope): Prisma.Sql => sql`(
  SELECT DISTINCT m.production_id AS id, e.user_id
  FROM ${entriesIn(scope)} e JOIN production_performers m ON e.kind = 'scene' AND m.scene_id = e.id
  WHERE m.production_id IN (SELECT id FROM ${productionsIn(scope)} p))`;

/** `entriesIn` with a line for each production, to ask of single records. */
const openedIn = (scope: Scope): Prisma.Sql => sql`(
  SELECT kind, id FROM ${entriesIn(scope)} entry UNION ALL SELECT 'production', id FROM ${productionsIn(scope)} production)`;

/** The records in a scope: `kind`, `id`, `production_date`, `title` and `partner_id` (null for a production). */
export const recordsIn = (scope: Scope): Prisma.Sql => sql`(
  SELECT e.kind, e.id, e.production_date, coalesce(d.title, s.title, e.title, 'Untitled') AS title,
    coalesce(${drawnOf(scope)}, e.partner_id) AS partner_id
  FROM (SELECT kind, id, min(production_date) AS production_date, min(title) AS title, min(partner_id) AS partner_id
    FROM ${entriesIn(scope)} entry GROUP BY kind, id) e
  LEFT JOIN depictions d ON e.kind = 'depiction' AND d.id = e.id
  LEFT JOIN collab_scenes s ON e.kind = 'scene' AND s.id = e.id
  UNION ALL SELECT 'production', p.id, p.production_date, p.title, NULL FROM ${productionsIn(scope)} p)`;

/**
 * A page of the records in a scope, in the order of their ids, with what an index says of each: `kind`, `id`, `production_date`,
 * `title`, `partner_id` (null for a production), and `is_named` unless only the pick of a person opens it. Reads as much as it gives,
 * and all publications and productions of a picked partner. `person`: only the records that show this one.
 */
export function recordPageIn(scope: Scope, page: RecordPage, person?: string): Prisma.Sql {
  const { after, limit, text } = page;
  const own = (userIds: Prisma.Sql) => sql`
    SELECT 'depiction' AS kind, e.depiction_id AS id, false AS is_named FROM index_entries e WHERE e.user_id IN (${userIds})
    UNION ALL SELECT 'scene', e.scene_id, false FROM scene_index_entries e WHERE e.user_id IN (${userIds})`;
  const source = person
    ? sql`
    SELECT o.kind, o.id, o.is_named FROM (${own(sql`${person}`)}) o CROSS JOIN LATERAL (
      SELECT FROM ${entriesIn(scope)} e WHERE e.kind = o.kind AND e.id = o.id AND e.user_id = ${person} LIMIT 1) e`
    : sql`
    SELECT kind, id, true AS is_named FROM ${picked(scope, page)} named
    UNION ALL ${own(sql`SELECT i.item_id FROM (${scope.items}) i WHERE i.kind = 'person'`)}`;
  // What was drawn isn't found by where others published it, which it doesn't show.
  const ownText = sql`CASE WHEN ${drawnOf(scope)} IS NULL THEN t.text ELSE search_fold(concat_ws(E'\\n',
    coalesce((SELECT c.title FROM collab_scenes c WHERE c.id = t.id), (SELECT min(c.title) FROM scene_index_entries c WHERE c.scene_id = t.id)),
    (SELECT string_agg(regexp_replace(b.content_url, '^https?://', '', 'i'), E'\\n') FROM scene_publications b
      WHERE b.scene_id = t.id AND b.partner_id = ${drawnOf(scope)}))) END`;
  const isFound = text
    ? sql`(r.id = ${text.id} OR EXISTS (SELECT FROM productions p WHERE r.kind = 'production' AND p.id = r.id AND ${text.in(sql`search_fold(p.title)`)})
      OR EXISTS (SELECT FROM search_records t WHERE t.kind = 'depiction' AND r.kind = 'depiction' AND t.id = r.id AND ${text.in(sql`t.text`)})
      OR EXISTS (SELECT FROM search_records t WHERE t.kind = 'scene' AND r.kind = 'scene' AND t.id = r.id AND ${text.in(ownText)}))`
    : sql`true`;
  return sql`(
  SELECT r.kind, r.id, r.is_named, f.production_date, coalesce(d.title, s.title, f.title, 'Untitled') AS title,
    coalesce(${drawnOf(scope)}, f.partner_id) AS partner_id
  FROM (SELECT r.kind, r.id, r.is_named FROM (
      SELECT kind, id, bool_or(is_named) AS is_named FROM (${source}) source WHERE id > ${after} GROUP BY kind, id) r
    WHERE CASE r.kind WHEN 'depiction' THEN ${isIndexed(scope, "depiction", sql`r.id`)}
      WHEN 'scene' THEN ${isIndexed(scope, "scene", sql`r.id`)}
      ELSE EXISTS (SELECT FROM productions p WHERE p.id = r.id AND ${inDates(scope, sql`p.production_date`)}) END AND ${isFound}
    ORDER BY r.id LIMIT ${limit}) r
  CROSS JOIN LATERAL (
    SELECT min(production_date) AS production_date, min(title) AS title, min(partner_id) AS partner_id FROM (
      SELECT production_date, title, partner_id FROM index_entries WHERE r.kind = 'depiction' AND depiction_id = r.id
      UNION ALL SELECT production_date, title, partner_id FROM scene_index_entries WHERE r.kind = 'scene' AND scene_id = r.id
      UNION ALL SELECT production_date, title, NULL FROM productions WHERE r.kind = 'production' AND id = r.id) each) f
  LEFT JOIN depictions d ON r.kind = 'depiction' AND d.id = r.id
  LEFT JOIN collab_scenes s ON r.kind = 'scene' AND s.id = r.id)`;
}

/** Who is shown in a record `r` of a page of a scope (`user_id`): all its people, or only those who were picked. */
export const shownIn = (scope: Scope): Prisma.Sql => sql`(
  SELECT e.user_id FROM (
    SELECT user_id, production_date FROM index_entries WHERE r.kind = 'depiction' AND depiction_id = r.id
    UNION ALL SELECT user_id, production_date FROM scene_index_entries WHERE r.kind = 'scene' AND scene_id = r.id) e
  WHERE ${inDates(scope, sql`e.production_date`)}
    AND (r.is_named OR e.user_id IN (SELECT i.item_id FROM (${scope.items}) i WHERE i.kind = 'person')))`;

/** Whether a scope opens any record of this person. Asks of each of theirs, so that it doesn't read the whole scope. */
export async function isInScope(tx: Pick<Tx, "$queryRaw">, scope: Scope, userId: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT FROM (
      SELECT 'depiction' AS kind, depiction_id AS id FROM index_entries WHERE user_id = ${userId}
      UNION ALL SELECT 'scene', scene_id FROM scene_index_entries WHERE user_id = ${userId}) o
    CROSS JOIN LATERAL (
      SELECT FROM ${entriesIn(scope)} e WHERE e.kind = o.kind AND e.id = o.id AND e.user_id = ${userId} LIMIT 1) e LIMIT 1`;
  return found.length > 0;
}

/** Whether a scope opens this record, with `userId`: of this person. */
export async function isRecordIn(
  tx: Pick<Tx, "$queryRaw">,
  scope: Scope,
  { kind, id, userId }: { kind: RecordKind; id: string; userId?: string },
): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`SELECT FROM ${entriesIn(scope)} e
    WHERE e.kind = ${kind} AND e.id = ${id} AND (${userId ?? null}::text IS NULL OR e.user_id = ${userId ?? null}) LIMIT 1`;
  return found.length > 0;
}

/** A query of the productions that records belong to (`production_id`), by their `kind` and `id` in `of`. */
const productionsOfAny = (of: Prisma.Sql): Prisma.Sql => sql`
  SELECT o.id AS production_id FROM ${of} o WHERE o.kind = 'production'
  UNION SELECT m.production_id FROM ${of} o JOIN production_performers m ON m.scene_id = o.id WHERE o.kind = 'scene'
  UNION SELECT c.production_id FROM ${of} o JOIN production_depictions c ON c.depiction_id = o.id WHERE o.kind = 'depiction'
  UNION SELECT c.production_id FROM ${of} o JOIN depictions d ON d.id = o.id JOIN production_depictions c ON match_url(c.url) = match_url(d.content_url)
    JOIN production_partners l ON l.production_id = c.production_id AND l.partner_id = d.partner_id WHERE o.kind = 'depiction'
  UNION SELECT c.production_id FROM ${of} o JOIN depictions d ON d.id = o.id JOIN production_depictions c ON c.sha256 IN (d.file_hash, d.kept_sha256)
    JOIN production_partners l ON l.production_id = c.production_id AND l.partner_id = d.partner_id WHERE o.kind = 'depiction'
  UNION SELECT m.production_id FROM ${of} o JOIN depictions d ON d.id = o.id JOIN scene_publications p ON ${isPublishedAs}
    JOIN production_performers m ON m.scene_id = p.scene_id WHERE o.kind = 'depiction'`;

/** The productions that records belong to, whatever the scope: their linked partners are told of an inspection. `of`: their `kind` and `id`. */
export async function productionsOf(tx: Pick<Tx, "$queryRaw">, of: Prisma.Sql): Promise<string[]> {
  const rows = await tx.$queryRaw<{ productionId: string }[]>`
    SELECT DISTINCT production_id AS "productionId" FROM (${productionsOfAny(of)}) found ORDER BY 1`;
  return rows.map(({ productionId }) => productionId);
}

/** One record, for `productionsOf`. */
export const oneRecord = ({ kind, id }: { kind: RecordKind; id: string }): Prisma.Sql =>
  sql`(SELECT ${kind}::text AS kind, ${id}::text AS id)`;

/** What a scope opens, in numbers. */
export type ScopeFigures = {
  depictions: number;
  scenes: number;
  productions: number;
  people: number;
  /** People with a verified ID. */
  ids: number;
  copies: number;
  releases: number;
  /** These are the figures of the first 10,000 records, and there are more. */
  isMore: boolean;
};

const COUNTED_MOST = 10_000;

/** Counts what a scope opens now, of its first 10,000 records. */
export async function countScope(tx: Pick<Tx, "$queryRaw">, scope: Scope): Promise<ScopeFigures> {
  const [figures] = await tx.$queryRaw<ScopeFigures[]>`
    WITH found AS MATERIALIZED (
      SELECT kind, id, is_named FROM ${recordPageIn(scope, { after: "", limit: COUNTED_MOST + 1 })} page),
    r AS MATERIALIZED (SELECT * FROM found ORDER BY id LIMIT ${COUNTED_MOST}),
    e AS MATERIALIZED (SELECT r.kind, r.id, shown.user_id FROM r CROSS JOIN LATERAL ${shownIn(scope)} shown)
    SELECT (SELECT count(*) FROM r WHERE kind = 'depiction')::int AS depictions,
      (SELECT count(*) FROM r WHERE kind = 'scene')::int AS scenes,
      (SELECT count(*) FROM r WHERE kind = 'production')::int AS productions,
      (SELECT count(DISTINCT user_id) FROM e)::int AS people,
      (SELECT count(*) FROM identities v WHERE v.user_id IN (SELECT user_id FROM e))::int AS ids,
      (SELECT count(*) FROM depictions d WHERE d.copy_state = 'stored' AND d.id IN (SELECT id FROM r WHERE kind = 'depiction'))::int AS copies,
      (SELECT count(*) FROM scene_performers m JOIN release_copies c ON c.performer_id = m.id
        WHERE (m.scene_id, m.user_id) IN (SELECT id, user_id FROM e WHERE kind = 'scene'))::int AS releases,
      (SELECT count(*) > ${COUNTED_MOST} FROM found) AS "isMore"`;
  if (!figures) throw new Error("A count has no row.");
  return figures;
}

/** Something that can be picked for a scope. */
export type Pickable = { kind: string; id: string; title: string; about: string };

const FOUND_MOST = 10;

/**
 * What a custodian's search finds to pick: ten of each kind, by words of a title or name, a producer's name, an address, or a whole id.
 * Of people, only those who are in records or verified.
 */
export function searchScope(tx: Pick<Tx, "$queryRaw">, text: string): Promise<Pickable[]> {
  const words = text.trim().split(/\s+/).filter(Boolean).slice(0, 8);
  const all = (column: Prisma.Sql) =>
    sql`(${Prisma.join(
      words.map((word) => sql`search_fold(${column}) LIKE search_pattern(${word})`),
      " AND ",
    )})`;
  const id = storedAddress(text);
  if (words.length === 0) return Promise.resolve([]);
  const first = sql`ORDER BY id DESC LIMIT ${FOUND_MOST}`;
  return tx.$queryRaw<Pickable[]>`
    (SELECT 'production' AS kind, id, title, to_char(production_date, 'YYYY-MM-DD') AS about FROM productions
      WHERE id = ${id} OR ${all(sql`title`)} OR producer_id IN (SELECT id FROM producers WHERE ${all(sql`name`)}) ${first})
    UNION ALL (SELECT 'person', u.id, coalesce(v.legal_name, u.email), CASE WHEN v.legal_name IS NULL THEN 'Not verified' ELSE u.email END
      FROM users u LEFT JOIN identities v ON v.user_id = u.id
      WHERE (v.user_id IS NOT NULL OR EXISTS (SELECT FROM index_entries e WHERE e.user_id = u.id)
          OR EXISTS (SELECT FROM scene_index_entries e WHERE e.user_id = u.id))
        AND u.id IN (SELECT id FROM users WHERE email = ${id} OR id = ${id}
        UNION (SELECT user_id FROM identities WHERE ${all(sql`legal_name`)} LIMIT ${FOUND_MOST})
        UNION (SELECT user_id FROM person_aliases WHERE ${all(sql`name`)} LIMIT ${FOUND_MOST})) ORDER BY u.id DESC LIMIT ${FOUND_MOST})
    UNION ALL (SELECT 'partner', id, name, status::text FROM partners WHERE id = ${id} OR ${all(sql`name`)} ${first})
    UNION ALL (SELECT r.kind::text, r.id, coalesce(d.title, s.title, 'Erased record'), to_char(r.production_date, 'YYYY-MM-DD')
      FROM (SELECT * FROM search_records WHERE id = ${id} OR (${Prisma.join(
        words.map((word) => sql`text LIKE search_pattern(${word})`),
        " AND ",
      )}) ORDER BY id DESC LIMIT ${FOUND_MOST}) r
      LEFT JOIN depictions d ON r.kind = 'depiction' AND d.id = r.id LEFT JOIN collab_scenes s ON r.kind = 'scene' AND s.id = r.id)`;
}

type NamedItem = { kind: string; itemId: string; title: string; addedAt: Date; removedAt: Date | null };

/** The names of what was picked, in the order in which it was added. `items`: its `kind`, `item_id`, `added_at` and `removed_at`. */
export const scopeItemsOf = (tx: Pick<Tx, "$queryRaw">, items: Prisma.Sql) => tx.$queryRaw<NamedItem[]>`
  SELECT i.kind::text, i.item_id AS "itemId", i.added_at AS "addedAt", i.removed_at AS "removedAt",
    coalesce(p.title, v.legal_name, u.email, a.name, s.title, d.title, 'Erased record') AS title
  FROM (${items}) i
    LEFT JOIN productions p ON i.kind = 'production' AND p.id = i.item_id
    LEFT JOIN users u ON i.kind = 'person' AND u.id = i.item_id LEFT JOIN identities v ON v.user_id = u.id
    LEFT JOIN partners a ON i.kind = 'partner' AND a.id = i.item_id
    LEFT JOIN collab_scenes s ON i.kind = 'scene' AND s.id = i.item_id
    LEFT JOIN depictions d ON i.kind = 'depiction' AND d.id = i.item_id
  ORDER BY i.added_at, i.item_id`;

/** What was picked for an examination, also what was removed again. */
export const scopeItems = (tx: Pick<Tx, "$queryRaw">, examinationId: string) =>
  scopeItemsOf(tx, sql`SELECT * FROM examination_scope WHERE examination_id = ${examinationId}`);

/**
 * Checks that a custodian has no conflict of interest about an examination or a package, nor about anything in its scope, also without
 * being named there, such as a scene of a partner that works with theirs. Throws `Forbidden`, also `conflict_of_interest`.
 */
export async function assertUninvolvedIn(
  tx: Pick<Tx, "$queryRaw" | "user">,
  ctx: Ctx<StaffActor>,
  { scope, ...of }: { scope: Scope } & ({ examination: string } | { recordPackage: string }),
): Promise<void> {
  await assertNoConflict(tx, ctx, of);
  const { userId } = ctx.actor;
  // What a partner of theirs has is in scope only by other picks, as the partner itself was asked above.
  const others = withoutPartners(scope);
  const reserved = await tx.$queryRaw<{ kind: Concern; id: string }[]>`
    SELECT o.kind, o.id FROM (SELECT DISTINCT kind, id FROM ${recordsConcerning(userId)} own) o
      CROSS JOIN LATERAL (SELECT FROM ${openedIn(scope)} e WHERE e.kind = o.kind AND e.id = o.id LIMIT 1) e
      WHERE CASE o.kind
        WHEN 'depiction' THEN ${conflictWith("depiction", sql`o.id`, userId)}
        WHEN 'scene' THEN ${conflictWith("scene", sql`o.id`, userId)}
        ELSE ${conflictWith("production", sql`o.id`, userId)} END
    UNION ALL SELECT e.kind, e.id FROM ${entriesIn(others)} e
      WHERE EXISTS (SELECT FROM ${partnersOf(userId)} team) AND e.partner_id IN ${partnersOf(userId)}
    LIMIT 1`;
  for (const { kind, id } of reserved) await assertNoConflict(tx, ctx, { [kind]: id });
}

/** `assertUninvolvedIn` of an examination. */
export const assertUninvolved = (
  tx: Pick<Tx, "$queryRaw" | "user">,
  ctx: Ctx<StaffActor>,
  examination: string,
): Promise<void> => assertUninvolvedIn(tx, ctx, { examination, scope: scopeOfExamination(examination) });
