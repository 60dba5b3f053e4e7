import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertNoConflict, conflictWith, hideReserved, type Reserved } from "@/lib/domain/custody/conflicts";
import { containsAll, wordsOf } from "@/lib/domain/records/search";
import { db, inTransaction, Prisma, pool, type Tx } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { prefixPattern } from "@/lib/platform/like";
import { storedAddress } from "@/lib/platform/wire";
import type { SceneStatus } from "../labels";

/** A scene of any partner, in a custodian's list. */
export type FoundRecord = {
  id: string;
  title: string;
  partnerName: string;
  status: SceneStatus;
  block: "refused" | "expired" | null;
  performerCount: number;
  /** The addresses of those whom a search by address or performer id found, which the ledger records. */
  performers: string[];
  createdAt: Date;
};

const PAGE = 25;
const MATCHED_MOST = 1000;

/** `text`: the id of a scene or performer, the start of a performer's address, or words of the title. `person`: who performs or uploads. */
type SceneFilters = { text?: string | undefined; person?: string | undefined; cursor?: string | undefined };

/**
 * A page of the scenes of all partners, newest first. The ledger records a search for a person, or by a performer's address or
 * id, for everyone it found, and leaves out what is reserved for another custodian. Words of a title find the latest thousand.
 * Throws `Forbidden`, also `conflict_of_interest`.
 */
export async function searchSceneRecords(
  ctx: Ctx<StaffActor>,
  { text, person, cursor: sent }: SceneFilters,
): Promise<Page<FoundRecord | Reserved>> {
  await assertNoConflict(db, ctx, { person: person ?? [] });
  const isReserved = conflictWith("scene", Prisma.sql`s.id`, ctx.actor.userId);
  const cursor = readCursor(sent);
  const order = readingOrder(cursor);
  const conditions = [
    ...(cursor ? [order === "asc" ? Prisma.sql`s.id > ${cursor.id}` : Prisma.sql`s.id < ${cursor.id}`] : []),
    ...(text ? [matching(text, ctx.actor.userId)] : []),
    ...(person ? [withPerson(person)] : []),
    Prisma.sql`true`,
  ];
  const address = text && addressOf(text);
  const named = text ? namedBy(text) : Prisma.sql`false`;
  // Finding a reserved scene by somebody's address would tell who is in it.
  if (address || person) conditions.push(Prisma.sql`NOT ${isReserved}`);
  const { text: query, values } = Prisma.sql`
    SELECT s.id, s.title, partner.name AS "partnerName", s.status, s.block, s.created_at AS "createdAt",
      (SELECT count(*)::int FROM scene_performers p WHERE p.scene_id = s.id) AS "performerCount",
      ARRAY(SELECT p.email FROM scene_performers p WHERE p.scene_id = s.id
        AND ${named} ORDER BY p.position) AS performers
    FROM collab_scenes s JOIN partners partner ON partner.id = s.partner_id
    WHERE ${Prisma.join(conditions, " AND ")} ORDER BY s.id ${Prisma.raw(order)} LIMIT ${PAGE + 1}`;
  const { rows } = await pool().query<FoundRecord>(query, values);
  const page = pageOf(rows, { limit: PAGE, cursor });
  const rowsShown = await hideReserved(db, ctx, { what: "scene", rows: page.rows });
  const found = [...(person ? [person] : []), ...(await findNamed(named, page.rows))];
  if (found.length > 0) await inTransaction((tx) => recordSearch(tx, ctx, found));
  return { ...page, rows: rowsShown };
}

/** The text as the start of an address, if it looks like one. */
function addressOf(text: string): string | null {
  const address = storedAddress(text);
  return address.includes("@") ? address : null;
}

/** The performers, as `p`, whom a text names by their address or id. None for words of a title. */
function namedBy(text: string): Prisma.Sql {
  const wanted = storedAddress(text);
  if (isId(wanted)) return Prisma.sql`p.id = ${wanted}`;
  const address = addressOf(text);
  return address ? Prisma.sql`p.email LIKE ${prefixPattern(address)}` : Prisma.sql`false`;
}

/** The people whom a search by address or performer id found on a page. */
async function findNamed(condition: Prisma.Sql, found: readonly FoundRecord[]): Promise<string[]> {
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
  const address = addressOf(text);
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

const withPerson = (userId: string) => Prisma.sql`s.id IN (
  SELECT scene_id FROM scene_performers WHERE user_id = ${userId}
  UNION SELECT c.id FROM collab_scenes c JOIN attestations t ON t.id = c.attestation_id WHERE t.user_id = ${userId})`;
