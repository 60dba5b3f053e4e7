import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { hideReserved, type Reserved } from "@/lib/domain/custody/conflicts";
import { isPublishedAs } from "@/lib/domain/custody/published-as";
import { db, Prisma, rows } from "@/lib/platform/db";
import { containsAll, wordsOf } from "../../search";
import { type DepictionFilter, readText, recordMeets } from "../lists/list-depictions";
import { type DepictionPage, type Request, readPage, walk } from "../lists/page";

/** A person in the index: verified legal name and aliases. */
export type IndexedPerson = { userId: string; legalName: string | null; aliases: IndexedName[] };

/** An alias. Retired ones stay in the index and are marked. */
type IndexedName = { name: string; retired: boolean };

const PEOPLE = Prisma.sql`SELECT u.id AS user_id, i.legal_name,
    (SELECT coalesce(json_agg(json_build_object('name', name, 'retired', retired_at IS NOT NULL) ORDER BY name), '[]')
     FROM person_aliases WHERE user_id = u.id) AS aliases
  FROM users u LEFT JOIN identities i ON i.user_id = u.id`;

/** People whose legal name or one alias contains every word, sorted by legal name; up to `most`. */
export async function findPeople(name: string, most: number): Promise<IndexedPerson[]> {
  const words = wordsOf(name);
  return rows<IndexedPerson>(Prisma.sql`${PEOPLE} WHERE u.id IN (
      (SELECT user_id FROM identities WHERE ${containsAll(Prisma.sql`search_fold(legal_name)`, words)} LIMIT ${most})
      UNION (SELECT user_id FROM person_aliases WHERE ${containsAll(Prisma.sql`search_fold(name)`, words)} LIMIT ${most})
    ) ORDER BY i.legal_name, u.id LIMIT ${most}`);
}

/** People by their ids. */
export async function getPeople(userIds: readonly string[]): Promise<IndexedPerson[]> {
  return rows<IndexedPerson>(Prisma.sql`${PEOPLE} WHERE u.id = ANY(${userIds})`);
}

/** How many records are read for a page. */
const SPAN = 10_000;
const ALL_PARTNERS = { partnerId: null };
const ENTRIES = [
  Prisma.sql`SELECT 'depiction'::search_kind AS kind, depiction_id AS id, production_date FROM index_entries`,
  Prisma.sql`SELECT 'scene'::search_kind AS kind, scene_id AS id, production_date FROM scene_index_entries`,
];
const EACH = { kind: Prisma.sql`each.kind`, id: Prisma.sql`each.id` };

/**
 * A page of the depictions and greenlit scenes in which any of these people appear, latest first, including erased ones.
 * `span` bounds its cost.
 */
export async function pageOfAppearances(
  userIds: readonly string[],
  { text, from, to }: Pick<DepictionFilter, "text" | "from" | "to">,
  { span = SPAN, ...request }: Request & { span?: number },
): Promise<DepictionPage> {
  if (userIds.length === 0) return { ids: [], newer: null, older: null, lookedThrough: null };
  return readPage(ALL_PARTNERS, request, async (step) => {
    const typed = text ? await readText(ALL_PARTNERS, text) : null;
    // Each person's entries are sorted by the database index and merged, reading no more than the page needs.
    const part = Prisma.sql`ORDER BY ${step.by} LIMIT ${span}`;
    const beyond = Prisma.join([Prisma.sql`true`, ...step.beyond], " AND ");
    const entries = userIds.flatMap((userId) =>
      ENTRIES.map(
        (table) => Prisma.sql`(SELECT kind, id, production_date FROM (${table} WHERE user_id = ${userId}) AS appearance
        WHERE ${beyond} ${part})`,
      ),
    );
    const met = [
      Prisma.sql`true`,
      ...(from ? [Prisma.sql`production_date >= ${from}`] : []),
      ...(to ? [Prisma.sql`production_date < ${to}`] : []),
      ...(typed?.ids ? [Prisma.sql`id = ANY (${typed.ids})`] : []),
      ...(typed?.condition ? [recordMeets(EACH, typed.condition)] : []),
    ];
    const next = Prisma.sql`SELECT id, production_date, (${Prisma.join(met, " AND ")}) AS hit
      FROM (SELECT DISTINCT ON (id) * FROM (${Prisma.join(entries, " UNION ALL ")}) AS all_of_them ${part}) AS each`;
    return walk({ ...step, next, span });
  });
}

/** What the index knows about depictions: partner, facts and performers. In the order of `ids`. */
export async function indexRowsOf(ids: readonly string[]): Promise<IndexRow[]> {
  const found = await rows<IndexRow>(
    Prisma.sql`SELECT 'depiction' AS kind, e.depiction_id AS id, p.id AS partner_id, p.name AS partner_name, coalesce(d.title, e.title) AS title,
       coalesce(d.content_url, e.content_url) AS content_url,
       coalesce(d.external_content_id, e.external_content_id) AS external_content_id,
       e.production_date, d.copy_state AS copy, d.removed_at, d.id IS NULL AS erased,
       e.people AS user_ids
     FROM (SELECT depiction_id, min(partner_id) AS partner_id, min(production_date) AS production_date, min(title) AS title,
             min(content_url) AS content_url, min(external_content_id) AS external_content_id,
             array_agg(user_id ORDER BY user_id) AS people
           FROM index_entries WHERE depiction_id = ANY(${ids}) GROUP BY depiction_id) AS e
     JOIN partners p ON p.id = e.partner_id LEFT JOIN depictions d ON d.id = e.depiction_id`,
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export type IndexRow = {
  kind: "depiction";
  id: string;
  partnerId: string;
  partnerName: string;
  title: string | null;
  contentUrl: string | null;
  externalContentId: string | null;
  productionDate: Date;
  copy: "stored" | "pending" | "missing" | null;
  removedAt: Date | null;
  /** The record was erased after seven years; only its index entries are left. */
  erased: boolean;
  userIds: string[];
};

// Read by SQL: the content log doesn't import scenes.

/** What the index knows about a greenlit scene: partner, facts, and who performs in it or uploads it. */
export type SceneRow = {
  kind: "scene";
  id: string;
  /** The partner that created it. */
  partnerId: string;
  partnerName: string;
  title: string | null;
  productionDate: Date;
  /** How many publications aren't removed. */
  published: number;
  /** The scene was erased after seven years; only its index entries are left. */
  erased: boolean;
  userIds: string[];
};

/** The scenes with these ids, in any order. */
export async function sceneRowsOf(ids: readonly string[]): Promise<SceneRow[]> {
  return rows<SceneRow>(
    Prisma.sql`SELECT 'scene' AS kind, e.scene_id AS id, p.id AS partner_id, p.name AS partner_name,
       coalesce(s.title, e.title) AS title, e.production_date, s.id IS NULL AS erased,
       (SELECT count(*)::int FROM scene_publications b WHERE b.scene_id = e.scene_id AND b.removed_at IS NULL) AS published,
       e.people AS user_ids
     FROM (SELECT scene_id, min(partner_id) AS partner_id, min(production_date) AS production_date, min(title) AS title,
             array_agg(user_id ORDER BY user_id) AS people
           FROM scene_index_entries WHERE scene_id = ANY(${ids}) GROUP BY scene_id) AS e
     JOIN partners p ON p.id = e.partner_id LEFT JOIN collab_scenes s ON s.id = e.scene_id`,
  );
}

/** A scene that a depiction leads to. */
export type LinkedScene = { id: string; title: string } | Reserved;

/**
 * The scenes that each of these depictions leads to: its partner published them under the depiction's URL, or from the
 * same file.
 */
export async function scenesOfDepictions(
  ctx: Ctx<StaffActor>,
  ids: readonly string[],
): Promise<Map<string, LinkedScene[]>> {
  const found = await rows<{ depictionId: string; id: string; title: string }>(Prisma.sql`
    SELECT l.depiction_id, s.id, s.title
    FROM (
      SELECT DISTINCT d.id AS depiction_id, p.scene_id FROM depictions d JOIN scene_publications p ON ${isPublishedAs}
      WHERE d.id = ANY(${ids})
    ) AS l JOIN collab_scenes s ON s.id = l.scene_id ORDER BY s.id DESC`);
  const linked = found.map(({ id, title }) => ({ id, title }));
  const shown = await hideReserved(db, ctx, { what: "scene", rows: linked });
  const scenes = new Map<string, LinkedScene[]>();
  for (const [place, { depictionId }] of found.entries()) {
    const scene = shown[place];
    if (scene) scenes.set(depictionId, [...(scenes.get(depictionId) ?? []), scene]);
  }
  return scenes;
}
