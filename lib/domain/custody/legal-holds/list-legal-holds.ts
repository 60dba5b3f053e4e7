import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { conflictWith, type Reserved } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { db, Prisma, pool } from "@/lib/platform/db";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import type { LegalHold } from "./holds";

const PAGE = 25;

/** An active legal hold in the list of all. Either of a depiction or of a scene. */
export type ActiveHold = Omit<LegalHold, "lifted"> & {
  depictionId: string | null;
  sceneId: string | null;
  title: string | null;
  partnerName: string;
};

/** A page of the active legal holds of all partners, newest first. Throws `Forbidden`. */
export async function listLegalHolds(
  ctx: Ctx<StaffActor>,
  { cursor: place }: { cursor?: string | undefined },
): Promise<Page<ActiveHold | Reserved>> {
  await assertCustodian(db, ctx);
  const me = ctx.actor.userId;
  const cursor = readCursor(place);
  const order = readingOrder(cursor);
  const beyond = cursor ? Prisma.sql`AND id ${Prisma.raw(order === "asc" ? ">" : "<")} ${cursor.id}` : Prisma.empty;
  const { text, values } = Prisma.sql`
    SELECT h.id, h.depiction_id AS "depictionId", h.scene_id AS "sceneId", h.placed_at AS "placedAt",
      h.placed_reason AS reason, coalesce(u.name, u.email) AS "placedBy", r.title, p.name AS "partnerName",
      (${conflictWith("depiction", Prisma.sql`h.depiction_id`, me)} OR ${conflictWith("scene", Prisma.sql`h.scene_id`, me)}) AS "isReserved"
    FROM (SELECT * FROM legal_holds WHERE lifted_at IS NULL ${beyond}
          ORDER BY id ${Prisma.raw(order)} LIMIT ${PAGE + 1}) h
    CROSS JOIN LATERAL (
      (SELECT e.partner_id, coalesce(d.title, e.title) AS title
       FROM index_entries e LEFT JOIN depictions d ON d.id = e.depiction_id WHERE e.depiction_id = h.depiction_id LIMIT 1)
      UNION ALL
      SELECT s.partner_id, s.title FROM collab_scenes s WHERE s.id = h.scene_id
      UNION ALL
      (SELECT e.partner_id, e.title FROM scene_index_entries e WHERE e.scene_id = h.scene_id
         AND NOT EXISTS (SELECT FROM collab_scenes s WHERE s.id = h.scene_id) LIMIT 1)
    ) AS r
    JOIN partners p ON p.id = r.partner_id JOIN users u ON u.id = h.placed_by_id
    ORDER BY h.id ${Prisma.raw(order)}`;
  const { rows } = await pool().query<ActiveHold & { isReserved: boolean }>(text, values);
  const shown = rows.map(({ isReserved, ...hold }) => (isReserved ? { id: hold.id, isReserved } : hold));
  return pageOf(shown, { limit: PAGE, cursor });
}
