import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import type { Match } from "../matching/find-matches";
import type { ChosenRecord } from "./schemas";

type Own = { userId: string; record: ChosenRecord };

/** The scene of a record in the person's list: by their performer's id, or by the scene's for its uploader. */
const sceneOf = ({ userId, record: { id } }: Own): Prisma.Sql => Prisma.sql`(
  SELECT scene_id FROM scene_performers WHERE id = ${id} AND user_id = ${userId}
  UNION SELECT scene_id FROM scene_index_entries WHERE scene_id = ${id} AND user_id = ${userId})`;

/** What a record that the person chose in their own account is, on every platform. Empty for one that they aren't in. */
export async function ownMatches(tx: Pick<Tx, "$queryRaw">, own: Own): Promise<Match[]> {
  const { userId, record } = own;
  const found =
    record.kind === "depiction"
      ? await tx.$queryRaw<Pick<Match, "depictionId" | "publicationId" | "partnerId">[]>`
          SELECT d.id AS "depictionId", NULL AS "publicationId", d.partner_id AS "partnerId"
          FROM depictions d JOIN index_entries e ON e.depiction_id = d.id AND e.user_id = ${userId} WHERE d.id = ${record.id}`
      : await tx.$queryRaw<Pick<Match, "depictionId" | "publicationId" | "partnerId">[]>`
          SELECT NULL AS "depictionId", id AS "publicationId", partner_id AS "partnerId"
          FROM scene_publications WHERE scene_id IN ${sceneOf(own)} AND removed_at IS NULL ORDER BY id`;
  return found.map((match) => ({ ...match, productionId: null, foundBy: "account", status: "open" }));
}

type OwnRecord = { title: string | null; isPublished: boolean };

/** A record in a person's own list of works, for `startOwnDraft`; null for one that they aren't in. A scene may be unpublished. */
export async function findOwnRecord(
  { actor: { userId } }: Ctx<PersonActor>,
  { record }: { record: ChosenRecord },
): Promise<OwnRecord | null> {
  const own = { userId, record };
  const [found] =
    record.kind === "depiction"
      ? await db.$queryRaw<{ title: string | null }[]>`
          SELECT coalesce(d.title, e.title) AS title FROM index_entries e JOIN depictions d ON d.id = e.depiction_id
          WHERE e.depiction_id = ${record.id} AND e.user_id = ${userId} LIMIT 1`
      : await db.$queryRaw<{ title: string | null }[]>`SELECT title FROM collab_scenes WHERE id IN ${sceneOf(own)}`;
  return found ? { ...found, isPublished: (await ownMatches(db, own)).length > 0 } : null;
}
