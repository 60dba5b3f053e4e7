import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { field, NEWEST, type RowIn, serviceList } from "@/lib/domain/core/lists";
import { emitAll } from "@/lib/domain/events";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { InvalidField, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { storedAddress } from "@/lib/platform/wire";
import { assertNoConflict, hideReserved, isReserved, type Reserved } from "./conflicts";
import type { InspectionInput } from "./inspection-schemas";

const { sql } = Prisma;

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
 * Tells each partner linked to these productions that an inspector saw their records, once for each production. Call it in the
 * transaction that records the inspection.
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

const isStaff = (ctx: Ctx<StaffActor | SystemActor>): ctx is Ctx<StaffActor> => ctx.actor.kind === "staff";

/** All inspections, in the order in which they were entered, newest first. */
export const inspectionList = serviceList({
  from: "inspections i JOIN users u ON u.id = i.entered_by_id",
  scope: () => sql`true`,
  order: NEWEST,
  size: 25,
  may: async (ctx) => {
    if (isStaff(ctx)) await assertCustodian(db, ctx);
  },
  select: {
    id: field.text("i.id"),
    agency: field.text("i.agency"),
    inspector: field.text("i.inspector"),
    authority: field.text("i.authority"),
    inspectedAt: field.time("i.inspected_at"),
    enteredAt: field.time("i.entered_at"),
    enteredBy: field.text("coalesce(u.name, u.email)"),
    productionCount: field.count("(SELECT count(*)::int FROM inspection_productions WHERE inspection_id = i.id)"),
  },
  filters: {},
  present: async (rows, ctx) => (isStaff(ctx) ? hideReserved(db, ctx, { what: "inspection", rows }) : rows),
});

/** An inspection in a list. */
export type InspectionRow = Exclude<RowIn<typeof inspectionList>, Reserved>;

/** One inspection and its productions. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`). */
export async function viewInspection(ctx: Ctx<StaffActor>, inspectionId: string) {
  await assertNoConflict(db, ctx, { inspection: inspectionId });
  const row = await inspectionList.get(ctx, inspectionId);
  if (isReserved(row)) throw new NotFound();
  const where = { id: inspectionId };
  const { shown } = await db.inspection.findUniqueOrThrow({ where, select: { shown: true } });
  const productions = await db.$queryRaw<{ id: string; title: string }[]>`
    SELECT p.id, p.title FROM inspection_productions i JOIN productions p ON p.id = i.production_id
    WHERE i.inspection_id = ${inspectionId} ORDER BY p.id`;
  return { ...row, shown, productions };
}

const OF_PRODUCTION = 100;

/**
 * The latest hundred inspections of a production, newest first, for custodians and operators, without those that are reserved for
 * another custodian. Throws `Forbidden`, also `conflict_of_interest`.
 */
export async function inspectionsOf(
  ctx: Ctx<StaffActor | SystemActor>,
  productionId: string,
): Promise<InspectionRow[]> {
  if (isStaff(ctx)) await assertNoConflict(db, ctx, { production: productionId });
  const where = sql`i.id IN (SELECT inspection_id FROM inspection_productions WHERE production_id = ${productionId})`;
  const { rows } = await inspectionList.read(ctx, { where, limit: OF_PRODUCTION });
  return rows.flatMap((row) => (isReserved(row) ? [] : [row]));
}
