import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { custodianList, field, filter, NEWEST, type RowIn } from "@/lib/domain/core/lists";
import { assertNoConflict, conflictWith, hideReserved, type Reserved } from "@/lib/domain/custody/conflicts";
import { containsAll, MATCHED_MOST, wordsOf } from "@/lib/domain/records/search";
import { db, inTransaction, Prisma, prefixPattern, type Tx } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { addressStart, storedAddress } from "@/lib/platform/wire";
import type { SceneStatus } from "../labels";

const withPerson = (userId: string): Prisma.Sql => Prisma.sql`s.id IN (
  SELECT scene_id FROM scene_performers WHERE user_id = ${userId}
  UNION SELECT c.id FROM collab_scenes c JOIN attestations t ON t.id = c.attestation_id WHERE t.user_id = ${userId})`;

/**
 * The scenes of all partners, newest first. The ledger records a search for a person, or by a performer's address or id, for everyone
 * it found, and leaves out what is reserved for another custodian.
 */
export const sceneRecordList = custodianList({
  from: "collab_scenes s JOIN partners partner ON partner.id = s.partner_id",
  // Finding a reserved scene by somebody's address would tell who is in it.
  scope: ({ actor }, { q, person }) =>
    (q && addressStart(q)) || person
      ? Prisma.sql`NOT ${conflictWith("scene", Prisma.sql`s.id`, actor.userId)}`
      : Prisma.sql`true`,
  order: NEWEST,
  size: 25,
  may: (ctx, { person }) => assertNoConflict(db, ctx, { person: person ?? [] }),
  select: {
    id: field.text("s.id"),
    title: field.text("s.title"),
    partnerName: field.text("partner.name"),
    status: field.of<SceneStatus>("s.status"),
    block: field.of<"refused" | "expired" | null>("s.block"),
    createdAt: field.time("s.created_at"),
  },
  perRow: {
    join: (_, { q }) => Prisma.sql`CROSS JOIN LATERAL (SELECT count(*)::int AS all,
      coalesce(array_agg(p.email ORDER BY p.position) FILTER (WHERE ${namedBy(q ?? "")}), '{}') AS named
      FROM scene_performers p WHERE p.scene_id = page.id) performers`,
    select: {
      performerCount: field.count("performers.all"),
      /** The addresses of those whom a search by address or performer id found, which the ledger records. */
      performers: field.of<string[]>("performers.named"),
    },
  },
  filters: {
    /** The id of a scene or performer, the start of a performer's address, or words of the title, which find the latest thousand. */
    q: filter.typed(2048, (text, { actor }: Ctx<StaffActor>) => matching(text, actor.userId)),
    /** Who performs or uploads. */
    person: filter.typed(64, withPerson),
  },
  present: async (rows, ctx, { q, person }) => {
    const shown = await hideReserved(db, ctx, { what: "scene", rows });
    const found = [...(person ? [person] : []), ...(await findNamed(namedBy(q ?? ""), rows))];
    if (found.length > 0) await inTransaction((tx) => recordSearch(tx, ctx, found));
    return shown;
  },
});

/** A scene of any partner, in a custodian's list. */
export type FoundRecord = Exclude<RowIn<typeof sceneRecordList>, Reserved>;

/** The performers, as `p`, whom a text names by their address or id. None for words of a title. */
function namedBy(text: string): Prisma.Sql {
  const wanted = storedAddress(text);
  if (isId(wanted)) return Prisma.sql`p.id = ${wanted}`;
  const address = addressStart(text);
  return address ? Prisma.sql`p.email LIKE ${prefixPattern(address)}` : Prisma.sql`false`;
}

/** The people whom a search by address or performer id found on a page. */
async function findNamed(
  condition: Prisma.Sql,
  found: readonly { id: string; performers: string[] }[],
): Promise<string[]> {
  const rows = found.filter(({ performers }) => performers.length > 0);
  if (rows.length === 0) return [];
  const named = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT coalesce(p.user_id, u.id) AS id FROM scene_performers p LEFT JOIN users u ON u.email = p.email
    WHERE p.scene_id IN (${Prisma.join(rows.map(({ id }) => id))}) AND ${condition}
      AND coalesce(p.user_id, u.id) IS NOT NULL`;
  return named.map(({ id }) => id);
}

async function recordSearch(tx: Tx, ctx: Ctx<StaffActor>, people: readonly string[]): Promise<void> {
  for (const id of new Set(people)) {
    const subject = { kind: "person", id } as const;
    record(tx, { ctx, action: "index.searched", subject, partnerId: null, detail: { by: ["scene"] } });
  }
}

/** One condition each, because a condition over two tables can't use either database index. */
function matching(text: string, custodianId: string): Prisma.Sql {
  const wanted = storedAddress(text);
  if (isId(wanted)) return Prisma.sql`s.id IN (${wanted}, ${sceneOfPerformer(wanted, custodianId)})`;
  const address = addressStart(text);
  if (address) {
    return Prisma.sql`s.id IN (SELECT scene_id FROM scene_performers WHERE email LIKE ${prefixPattern(address)} ORDER BY scene_id DESC LIMIT ${MATCHED_MOST})`;
  }
  const words = containsAll(Prisma.sql`search_fold(title)`, wordsOf(text));
  return Prisma.sql`s.id IN (SELECT id FROM collab_scenes WHERE ${words} ORDER BY id DESC LIMIT ${MATCHED_MOST})`;
}

/** The scene of a performer; none if it is reserved, because finding it would tell that they are in it. */
const sceneOfPerformer = (performerId: string, custodianId: string) => Prisma.sql`(
  SELECT s.id FROM scene_performers p JOIN collab_scenes s ON s.id = p.scene_id
  WHERE p.id = ${performerId} AND NOT ${conflictWith("scene", Prisma.sql`s.id`, custodianId)})`;
