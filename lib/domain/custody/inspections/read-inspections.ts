import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { assertNoConflict, hideReserved, isReserved, type Reserved } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { beyondId, type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import type { Inspection } from "@/prisma/generated/client";

/** An inspection in a list. */
export type InspectionRow = {
  id: string;
  agency: string;
  inspector: string;
  authority: string;
  inspectedAt: Date;
  enteredAt: Date;
  enteredBy: string;
  productionCount: number;
};

type ViewedInspection = InspectionRow & { shown: string; productions: { id: string; title: string }[] };

const PAGE = 25;
const OF_PRODUCTION = 100;

const ROW = {
  enteredBy: { select: { name: true, email: true } },
  _count: { select: { productions: true } },
} as const;

type Read = Inspection & { enteredBy: { name: string | null; email: string }; _count: { productions: number } };

const present = ({ enteredBy, _count, id, agency, inspector, authority, inspectedAt, enteredAt }: Read) => ({
  id,
  agency,
  inspector,
  authority,
  inspectedAt,
  enteredAt,
  enteredBy: enteredBy.name ?? enteredBy.email,
  productionCount: _count.productions,
});

/** A page of all inspections, in the order in which they were entered, newest first. Throws `Forbidden`. */
export async function listInspections(
  ctx: Ctx<StaffActor | SystemActor>,
  { cursor: sent, limit = PAGE }: { cursor?: string | undefined; limit?: number } = {},
): Promise<Page<InspectionRow | Reserved>> {
  if (isStaff(ctx)) await assertCustodian(db, ctx);
  const cursor = readCursor(sent);
  const found = await db.inspection.findMany({
    where: beyondId(cursor),
    orderBy: { id: readingOrder(cursor) },
    take: limit + 1,
    include: ROW,
  });
  const page = pageOf(found.map(present), { limit, cursor });
  return { ...page, rows: await shownTo(ctx, page.rows) };
}

const shownTo = async (ctx: Ctx<StaffActor | SystemActor>, rows: InspectionRow[]) =>
  isStaff(ctx) ? hideReserved(db, ctx, { what: "inspection", rows }) : rows;

const isStaff = (ctx: Ctx<StaffActor | SystemActor>): ctx is Ctx<StaffActor> => ctx.actor.kind === "staff";

/** One inspection and its productions. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`). */
export async function viewInspection(ctx: Ctx<StaffActor>, inspectionId: string): Promise<ViewedInspection> {
  await assertNoConflict(db, ctx, { inspection: inspectionId });
  const found = isId(inspectionId)
    ? await db.inspection.findUnique({ where: { id: inspectionId }, include: ROW })
    : null;
  if (!found) throw new NotFound();
  const productions = await db.$queryRaw<ViewedInspection["productions"]>`
    SELECT p.id, p.title FROM inspection_productions i JOIN productions p ON p.id = i.production_id
    WHERE i.inspection_id = ${inspectionId} ORDER BY p.id`;
  return { ...present(found), shown: found.shown, productions };
}

/**
 * The latest hundred inspections of a production, newest first, for custodians and operators, without those that are reserved for
 * another custodian. Throws `Forbidden`, also `conflict_of_interest`.
 */
export async function inspectionsOf(
  ctx: Ctx<StaffActor | SystemActor>,
  productionId: string,
): Promise<InspectionRow[]> {
  if (isStaff(ctx)) await assertNoConflict(db, ctx, { production: productionId });
  const rows = await db.inspectionProduction.findMany({
    where: { productionId },
    orderBy: { inspectionId: "desc" },
    take: OF_PRODUCTION,
    select: { inspection: { include: ROW } },
  });
  const shown = await shownTo(
    ctx,
    rows.map(({ inspection }) => present(inspection)),
  );
  return shown.flatMap((row) => (isReserved(row) ? [] : [row]));
}
