import { custodianList, field, NEWEST, type RowIn } from "@/lib/domain/core/lists";
import { conflictWith, type Reserved } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { db, Prisma } from "@/lib/platform/db";

const { sql } = Prisma;

/** The active legal holds of all partners, newest first. Each is either of a depiction or of a scene. */
export const holdList = custodianList({
  from: "legal_holds h",
  scope: () => sql`h.lifted_at IS NULL`,
  order: NEWEST,
  size: 25,
  may: (ctx) => assertCustodian(db, ctx),
  select: {
    id: field.text("h.id"),
    depictionId: field.of<string | null>("h.depiction_id"),
    sceneId: field.of<string | null>("h.scene_id"),
    placedAt: field.time("h.placed_at"),
    reason: field.text("h.placed_reason"),
    placedById: field.text("h.placed_by_id"),
  },
  perRow: {
    join: ({ actor: { userId: me } }) => sql`CROSS JOIN LATERAL (
        (SELECT e.partner_id, coalesce(d.title, e.title) AS title FROM index_entries e
         LEFT JOIN depictions d ON d.id = e.depiction_id WHERE e.depiction_id = page."depictionId" LIMIT 1)
        UNION ALL
        SELECT s.partner_id, s.title FROM collab_scenes s WHERE s.id = page."sceneId"
        UNION ALL
        (SELECT e.partner_id, e.title FROM scene_index_entries e WHERE e.scene_id = page."sceneId"
           AND NOT EXISTS (SELECT FROM collab_scenes s WHERE s.id = page."sceneId") LIMIT 1)
      ) AS r
      JOIN partners p ON p.id = r.partner_id JOIN users u ON u.id = page."placedById"
      CROSS JOIN LATERAL (SELECT ${conflictWith("depiction", sql`page."depictionId"`, me)}
        OR ${conflictWith("scene", sql`page."sceneId"`, me)} AS found) conflict`,
    select: {
      placedBy: field.text("coalesce(u.name, u.email)"),
      title: field.of<string | null>("r.title"),
      partnerName: field.text("p.name"),
      isReserved: field.of<boolean>("conflict.found"),
    },
  },
  filters: {},
  present: (rows) =>
    rows.map(({ isReserved, placedById: _, ...hold }) =>
      isReserved ? ({ id: hold.id, isReserved } as Reserved) : hold,
    ),
});

/** An active legal hold in the list of all. */
export type ActiveHold = Exclude<RowIn<typeof holdList>, Reserved>;
