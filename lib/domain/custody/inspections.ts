import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { emitAll } from "@/lib/domain/events";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { InvalidField, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { beyondId, type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { storedAddress } from "@/lib/platform/wire";
import type { Inspection } from "@/prisma/generated/client";
import { assertNoConflict, hideReserved, isReserved, type Reserved } from "./conflicts";
import type { InspectionInput } from "./inspection-schemas";

/** `id`: the form's own id, so that a form sent twice is entered once. */
type Entered = InspectionInput & { id: string };

/**
 * Records that an inspector was shown the records of productions. Tells each partner linked to one of them, once for each
 * production. A repeat with the same `id` changes nothing, whatever else it says. Throws `Forbidden` (also `conflict_of_interest`) and
 * `InvalidField` for an unknown production or a time to come. Contract: Inspections.
 */
export const enterInspection = (ctx: Ctx<StaffActor>, entered: Entered): Promise<{ inspectionId: string }> =>
  enterBy(ctx, ctx.actor.userId, entered);

/**
 * `enterInspection` by an operator, for the custodian who showed the records. The ledger names both. Throws as that does, and
 * `NotFound` for an address that isn't a custodian's.
 */
export async function enterInspectionFor(
  ctx: Ctx<SystemActor>,
  { custodianEmail, ...entered }: Entered & { custodianEmail: string },
): Promise<{ inspectionId: string }> {
  const custodian = await db.user.findUnique({
    where: { email: storedAddress(custodianEmail), staffRole: "custodian" },
    select: { id: true },
  });
  if (!custodian) throw new NotFound(`No custodian has the address ${custodianEmail}.`);
  return enterBy(ctx, custodian.id, entered);
}

async function enterBy(
  ctx: Ctx<StaffActor | SystemActor>,
  custodianId: string,
  { id, productionIds, ...facts }: Entered,
): Promise<{ inspectionId: string }> {
  if (!isId(id)) throw new InvalidField("id", "Open the form again.");
  const now = clock.now();
  if (facts.inspectedAt > now) throw new InvalidField("inspectedAt", "Enter a time in the past.");
  const asked = [...new Set(productionIds)].toSorted();
  return inTransaction(async (tx) => {
    await assertNoConflict(tx, { ...ctx, actor: { kind: "staff", userId: custodianId } }, { production: asked });
    const entered = { id, ...facts, enteredById: custodianId, enteredAt: now };
    const { count } = await tx.inspection.createMany({ data: [entered], skipDuplicates: true });
    if (count === 0) return { inspectionId: id };
    await lockProductions(tx, asked);
    await tx.inspectionProduction.createMany({
      data: asked.map((productionId) => ({ inspectionId: id, productionId })),
    });
    await tellPartners(tx, asked, facts);
    recordInspection(tx, ctx, { id, productionIds: asked, ...facts, custodianId });
    return { inspectionId: id };
  });
}

/**
 * Tells each partner linked to these productions that an inspector saw their records, once for each production. For whoever keeps that
 * in the same transaction.
 */
export async function tellOfInspection(
  tx: Tx,
  productionIds: readonly string[],
  facts: Pick<InspectionInput, "inspectedAt" | "agency">,
): Promise<void> {
  await lockProductions(tx, productionIds);
  await tellPartners(tx, productionIds, facts);
}

/** So that a partner that is linked meanwhile either gets the event or sees the inspection as past. */
async function lockProductions(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM productions WHERE id = ANY (${ids}::text[]) ORDER BY id FOR NO KEY UPDATE`;
  const found = new Set(rows.map(({ id }) => id));
  const unknown = ids.find((id) => !found.has(id));
  if (unknown !== undefined) throw new InvalidField("productionIds", `There is no production ${unknown}.`);
}

async function tellPartners(
  tx: Tx,
  productionIds: readonly string[],
  { inspectedAt, agency }: Pick<InspectionInput, "inspectedAt" | "agency">,
): Promise<void> {
  const linked = await tx.productionPartner.findMany({
    where: { productionId: { in: [...productionIds] } },
    orderBy: [{ productionId: "asc" }, { partnerId: "asc" }],
    select: { productionId: true, partnerId: true },
  });
  await emitAll(
    tx,
    linked.map(({ productionId, partnerId }) => ({
      type: "production.records_inspected" as const,
      partnerId,
      data: { productionId, inspectedAt: inspectedAt.toISOString(), inspectorAgency: agency },
    })),
  );
}

/** The inspector's name is in the table, not in the ledger. */
function recordInspection(
  tx: Tx,
  ctx: Ctx<StaffActor | SystemActor>,
  { id, productionIds, ...facts }: Entered & { custodianId: string },
): void {
  const { agency, authority, inspectedAt, custodianId } = facts;
  const by = ctx.actor.kind === "system" ? { custodianId } : {};
  const detail = { agency, authority, inspectedAt: inspectedAt.toISOString(), ...by };
  record(tx, { ctx, action: "inspection.entered", subject: { kind: "inspection", id }, detail });
  for (const productionId of productionIds) {
    record(tx, {
      ctx,
      action: "production.records_inspected",
      subject: { kind: "production", id: productionId },
      partnerId: null,
      detail: { inspectionId: id, agency, inspectedAt: detail.inspectedAt },
    });
  }
}

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
