import { z } from "zod";
import { listDepictions } from "@/lib/domain/content/lists/list-depictions";
import type { DepictionPage } from "@/lib/domain/content/lists/page";
import { ContentFilters, type CopyStatus, productionRange } from "@/lib/domain/content/lists/schemas";
import { copyStatusOf } from "@/lib/domain/content/present";
import type { Ctx, StaffActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { assertCustodian, assertNotOwn } from "@/lib/domain/people";
import { db, inTransaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import {
  findPeople,
  getPeople,
  type IndexedPerson,
  type IndexRow,
  indexRowsOf,
  pageOfAppearances,
} from "./index-entries";
import { type LinkedScene, type SceneRow, sceneRowsOf, scenesOfDepictions } from "./scene-entries";

const PAGE = 25;
const PEOPLE_MOST = 25;

/** The index search in the URL. Values that can't be read are ignored. */
export const IndexFilters = ContentFilters.pick({ q: true, from: true, to: true }).extend({
  /** Part of a legal name or of an alias. */
  name: ContentFilters.shape.q,
  /** One person with that name. */
  person: z.string().refine(isId).optional().catch(undefined),
  cursor: z.string().max(64).optional().catch(undefined),
});
export type IndexFilters = z.output<typeof IndexFilters>;

type Indexed = {
  /** Who appears in it, and who uploads a scene. Empty for the custodian's own. */
  performers: IndexedPerson[];
  /** The custodian appears in it, or in a scene published as it, so another one must handle it. */
  isOwn: boolean;
};

export type IndexedDepiction = Omit<IndexRow, "userIds" | "copy"> &
  Indexed & {
    /** Null once it is erased. */
    copy: CopyStatus | null;
    /** The scenes that its partner published under its URL, or from the same file. */
    scenes: LinkedScene[];
  };
export type IndexedScene = Omit<SceneRow, "userIds"> & Indexed;
export type IndexedRecord = IndexedDepiction | IndexedScene;

export type IndexPage = {
  records: IndexedRecord[];
  /** The people who match the name; null if no name was searched. */
  people: IndexedPerson[] | null;
  /** Whether more people match than are shown. */
  morePeople: boolean;
} & Omit<DepictionPage, "ids">;

/**
 * The cross-reference of 28 CFR 75.2 for a custodian: depictions and greenlit scenes of every partner by performer (legal
 * name or alias), title, URL, SHA-256, id or production date. A scene has the URLs and hashes of its publications. Records
 * a ledger entry for each person the result names. Throws `Forbidden`, also `own_record` when custodians search for
 * themselves.
 */
export async function searchIndex(ctx: Ctx<StaffActor>, filters: IndexFilters): Promise<IndexPage> {
  await assertCustodian(db, ctx);
  const { q, name, person, from, to, cursor } = filters;
  assertNotOwn(ctx, [person]);
  const wanted = { text: q || undefined, ...productionRange({ from, to }) };
  const isByPerson = Boolean(name || person);
  const found = person ? await getPeople([person]) : name ? await findPeople(name, PEOPLE_MOST + 1) : [];
  const people = found.slice(0, PEOPLE_MOST);
  const userIds = people.map(({ userId }) => userId);
  const { ids, ...page } = isByPerson
    ? await pageOfAppearances(userIds, wanted, { cursor, limit: PAGE })
    : await listDepictions({ partnerId: null }, wanted, { cursor, limit: PAGE });
  const [depictions, scenes, linked] = await Promise.all([
    indexRowsOf(ids),
    sceneRowsOf(ids),
    scenesOfDepictions(ids, { custodianId: ctx.actor.userId }),
  ]);
  const me = ctx.actor.userId;
  const own = new Set([
    ...[...depictions, ...scenes].flatMap(({ id, userIds }) => (userIds.includes(me) ? [id] : [])),
    ...[...linked].flatMap(([id, scenes]) => (scenes.some(({ isOwn }) => isOwn) ? [id] : [])),
  ]);
  const others = [...depictions, ...scenes].filter(({ id }) => !own.has(id));
  const performers = await getPeople([...new Set(others.flatMap(({ userIds }) => userIds))]);
  await recordSearch(ctx, [...people, ...performers], filters);
  const byId = new Map(performers.map((performer) => [performer.userId, performer]));
  const indexed = (id: string, userIds: readonly string[]): Indexed => ({
    isOwn: own.has(id),
    performers: own.has(id) ? [] : userIds.flatMap((userId) => byId.get(userId) ?? []),
  });
  const records = new Map<string, IndexedRecord>();
  for (const { userIds, copy, ...row } of depictions) {
    const status = copy && copyStatusOf({ ...row, copyState: copy });
    records.set(row.id, { ...row, copy: status, scenes: linked.get(row.id) ?? [], ...indexed(row.id, userIds) });
  }
  for (const { userIds, ...row } of scenes) records.set(row.id, { ...row, ...indexed(row.id, userIds) });
  return {
    records: ids.flatMap((id) => records.get(id) ?? []),
    people: isByPerson ? people : null,
    morePeople: found.length > PEOPLE_MOST,
    ...page,
  };
}

/** Records which fields were searched, never the text: a name must not stay in the ledger. */
async function recordSearch(
  ctx: Ctx<StaffActor>,
  people: readonly IndexedPerson[],
  filters: IndexFilters,
): Promise<void> {
  const { cursor: _, ...asked } = filters;
  const by = Object.entries(asked).flatMap(([field, value]) => (value ? [field] : []));
  const userIds = new Set(people.map(({ userId }) => userId));
  if (userIds.size === 0) return;
  await inTransaction(async (tx) => {
    for (const id of userIds) {
      record(tx, { ctx, action: "index.searched", subject: { kind: "person", id }, partnerId: null, detail: { by } });
    }
  });
}
