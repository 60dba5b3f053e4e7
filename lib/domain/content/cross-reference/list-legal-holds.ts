import type { Ctx, StaffActor } from "@/lib/domain/context";
import { assertCustodian } from "@/lib/domain/people";
import { db, pool } from "@/lib/platform/db";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";

const PAGE = 25;
const SHOWN_OF_RECORD = 100;

/** A hold on a record, and who placed it. */
export type LegalHold = {
  id: string;
  placedAt: Date;
  placedBy: string;
  reason: string;
  lifted: { at: Date; by: string; reason: string } | null;
};

/** A standing hold in the list of all. */
export type StandingHold = Omit<LegalHold, "lifted"> & {
  depictionId: string;
  title: string | null;
  partnerName: string;
  /** The custodian appears in it: another one has to look at it. */
  isOwn: boolean;
};

/** The legal holds that stand, of all partners, the latest first, by pages. Throws `Forbidden`. */
export async function listLegalHolds(
  ctx: Ctx<StaffActor>,
  { cursor: place }: { cursor?: string | undefined },
): Promise<Page<StandingHold>> {
  await assertCustodian(db, ctx);
  const cursor = readCursor(place);
  const order = readingOrder(cursor);
  const { rows } = await pool().query<StandingHold>(
    `SELECT h.id, h.depiction_id AS "depictionId", h.placed_at AS "placedAt", h.placed_reason AS reason,
       coalesce(u.name, u.email) AS "placedBy", coalesce(d.title, e.title) AS title, p.name AS "partnerName",
       EXISTS (SELECT FROM index_entries o WHERE o.depiction_id = h.depiction_id AND o.user_id = $1) AS "isOwn"
     FROM (SELECT * FROM legal_holds WHERE lifted_at IS NULL ${cursor ? `AND id ${order === "asc" ? ">" : "<"} $2` : ""}
           ORDER BY id ${order} LIMIT ${PAGE + 1}) h
     CROSS JOIN LATERAL (SELECT partner_id, title FROM index_entries WHERE depiction_id = h.depiction_id LIMIT 1) e
     JOIN partners p ON p.id = e.partner_id JOIN users u ON u.id = h.placed_by_id
     LEFT JOIN depictions d ON d.id = h.depiction_id
     ORDER BY h.id ${order}`,
    [ctx.actor.userId, ...(cursor ? [cursor.id] : [])],
  );
  return pageOf(rows, { limit: PAGE, cursor });
}

/** The holds of one record, the latest first, lifted ones too. For who may open it. */
export async function legalHoldsOf(depictionId: string): Promise<LegalHold[]> {
  const who = { select: { name: true, email: true } };
  const rows = await db.legalHold.findMany({
    where: { depictionId },
    orderBy: { id: "desc" },
    take: SHOWN_OF_RECORD,
    include: { placedBy: who, liftedBy: who },
  });
  const nameOf = (person: { name: string | null; email: string }) => person.name ?? person.email;
  return rows.map(({ id, placedAt, placedBy, placedReason, liftedAt, liftedBy, liftedReason }) => ({
    id,
    placedAt,
    placedBy: nameOf(placedBy),
    reason: placedReason,
    lifted: liftedAt && liftedBy ? { at: liftedAt, by: nameOf(liftedBy), reason: liftedReason ?? "" } : null,
  }));
}
