import { editorList, field, filter, NEWEST, type RowIn } from "@/lib/domain/core/lists";
import { db, Prisma } from "@/lib/platform/db";
import { assertMayRead, type Reader } from "../production-access";

/** A production's depictions, newest first. Throws `NotFound`. */
export const productionDepictionList = editorList({
  from: "production_depictions p",
  scope: (_, { production = "" }) => Prisma.sql`p.production_id = ${production}`,
  may: (ctx, { production = "" }) => assertMayRead(ctx, production),
  order: NEWEST,
  select: {
    id: field.text("p.id"),
    url: field.text("p.url"),
    /** In hexadecimal. */
    sha256: field.of<string | null>("encode(p.sha256, 'hex')"),
    title: field.of<string | null>("p.title"),
    producedOn: field.time("p.produced_on"),
    addedAt: field.time("p.added_at"),
  },
  perRow: {
    // As `removeDepiction` decides.
    join: ({ actor }) =>
      actor.kind === "producer"
        ? Prisma.sql`CROSS JOIN (SELECT true AS removable) own`
        : Prisma.sql`CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM production_depictions i
            JOIN depictions d ON d.id = i.depiction_id WHERE i.id = page.id AND d.partner_id = ${actor.partnerId}) AS removable) own`,
    select: {
      /** Whether the reader may remove it: a partner only what is in its own content log. */
      isRemovable: field.of<boolean>("own.removable"),
    },
  },
  filters: { production: filter.typed(25) },
});

/** One depiction of a production. */
export type DepictionOfProduction = RowIn<typeof productionDepictionList>;

/** How many of a production's depictions have no SHA-256, so that nothing says which file they are. Throws `NotFound`. */
export async function countUnhashed(ctx: Reader, productionId: string): Promise<number> {
  await assertMayRead(ctx, productionId);
  return db.productionDepiction.count({ where: { productionId, sha256: null } });
}
