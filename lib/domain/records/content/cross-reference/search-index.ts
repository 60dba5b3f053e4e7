import { z } from "zod";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { filter } from "@/lib/domain/core/lists";
import { assertNoConflict, type Reserved, reservedAmong } from "@/lib/domain/custody/conflicts";
import { listDepictions } from "@/lib/domain/records/content/lists/list-depictions";
import type { DepictionPage } from "@/lib/domain/records/content/lists/page";
import { type CopyStatus, copyStatusOf } from "@/lib/domain/records/content/present";
import { db, inTransaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { searchText } from "@/lib/platform/wire";
import {
  findPeople,
  getPeople,
  type IndexedPerson,
  type IndexRow,
  indexRowsOf,
  type LinkedScene,
  pageOfAppearances,
  type SceneRow,
  sceneRowsOf,
  scenesOfDepictions,
} from "./index-entries";

const PAGE = 25;
const PEOPLE_MOST = 25;

/** The index search in the URL. Values that can't be read are ignored. */
export const IndexFilters = z.object({
  /** Words of a title, URL or content id; or a full URL, SHA-256 or id. */
  q: searchText(2048),
  /** The first and the last day of production. */
  from: filter.days.from.reads,
  to: filter.days.to.reads,
  /** Part of a legal name or of an alias. */
  name: searchText(2048),
  /** One person with that name. */
  person: z.string().refine(isId).optional().catch(undefined),
  cursor: z.string().max(64).optional().catch(undefined),
});
export type IndexFilters = z.output<typeof IndexFilters>;

type Indexed = {
  /** Who appears in it, and who uploads a scene. */
  performers: IndexedPerson[];
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
  records: (IndexedRecord | Reserved)[];
  /** The people who match the name; null if no name was searched. */
  people: IndexedPerson[] | null;
  /** Whether more people match than are shown. */
  morePeople: boolean;
} & Omit<DepictionPage, "ids">;

/**
 * The cross-reference of 28 CFR 75.2 for a custodian: depictions and greenlit scenes of every partner by performer (legal
 * name or alias), title, URL, SHA-256, id or production date. A scene has the URLs and hashes of its publications. Records
 * a ledger entry for each person the result names. A search by person leaves out the records that are reserved for another
 * custodian, and the people who are. Throws `Forbidden`, also `conflict_of_interest`.
 */
export async function searchIndex(ctx: Ctx<StaffActor>, filters: IndexFilters): Promise<IndexPage> {
  const { q, name, person, from, to, cursor } = filters;
  await assertNoConflict(db, ctx, { person: person ?? [] });
  const wanted = { text: q || undefined, ...filter.daysOf({ from, to }) };
  const isByPerson = Boolean(name || person);
  const found = person ? await getPeople([person]) : name ? await findPeople(name, PEOPLE_MOST + 1) : [];
  const hidden = await reservedAmong(db, ctx, { what: "person", ids: found.map(({ userId }) => userId) });
  const people = found.slice(0, PEOPLE_MOST).filter(({ userId }) => !hidden.has(userId));
  const userIds = people.map(({ userId }) => userId);
  const { ids, ...page } = isByPerson
    ? await pageOfAppearances(userIds, wanted, { cursor, limit: PAGE })
    : await listDepictions({ partnerId: null }, wanted, { cursor, limit: PAGE });
  const [depictions, scenes, linked, reservedDepictions, reservedScenes] = await Promise.all([
    indexRowsOf(ids),
    sceneRowsOf(ids),
    scenesOfDepictions(ctx, ids),
    reservedAmong(db, ctx, { what: "depiction", ids }),
    reservedAmong(db, ctx, { what: "scene", ids }),
  ]);
  const reserved = new Set([...reservedDepictions, ...reservedScenes]);
  const open = <Row extends { id: string }>(rows: readonly Row[]) => rows.filter(({ id }) => !reserved.has(id));
  const named = [...open(depictions), ...open(scenes)].flatMap(({ userIds }) => userIds);
  const performers = await getPeople([...new Set(named)]);
  await recordSearch(ctx, [...people, ...performers], filters);
  const byId = new Map(performers.map((performer) => [performer.userId, performer]));
  const indexed = (userIds: readonly string[]): Indexed => ({
    performers: userIds.flatMap((userId) => byId.get(userId) ?? []),
  });
  const records = new Map<string, IndexedRecord | Reserved>();
  for (const { userIds, copy, ...row } of open(depictions)) {
    const status = copy && copyStatusOf({ ...row, copyState: copy });
    records.set(row.id, { ...row, copy: status, scenes: linked.get(row.id) ?? [], ...indexed(userIds) });
  }
  for (const { userIds, ...row } of open(scenes)) records.set(row.id, { ...row, ...indexed(userIds) });
  if (!isByPerson) {
    for (const id of reserved) records.set(id, { id, isReserved: true });
  }
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
