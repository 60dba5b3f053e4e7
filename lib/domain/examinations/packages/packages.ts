import type { Ctx, ExaminerActor, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Prisma, type Tx } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { Conflict, InvalidField, NotFound, TooOften } from "@/lib/platform/errors";
import { firstIdAt, isId, newId } from "@/lib/platform/ids";
import type { Examination, RecordPackage } from "@/prisma/generated/client";
import { getOpen, lockExamination, lockForChange as lockExaminationForChange } from "../access";
import { assertDelay, CONCERNS, isPickable } from "../examinations";
import type { PackageInput, ScopeItem } from "../schemas";
import { assertUninvolvedIn } from "../scope";
import { lockPackage, startMaking } from "./make-package";
import { assertUninvolvedInPackage, isStale, pickedAs, scopeOfPackage } from "./package-scope";

/** How many packages of an examination may be asked for in an hour, also of one whose packages fail. */
const ASKED_AN_HOUR = 6;

/**
 * Enters a package, whose records are picked next. A repeat with the same `id`, the form's own, changes nothing. Throws `Forbidden`,
 * `InvalidField`.
 */
export function enterPackage(ctx: Ctx<StaffActor>, { id, ...facts }: PackageInput & { id: string }): Promise<void> {
  if (!isId(id)) throw new InvalidField("id", "Open the form again.");
  const { producedFrom, producedUntil } = facts;
  if (producedFrom && producedUntil && producedUntil <= producedFrom) {
    throw new InvalidField("producedUntil", "The last day must not be before the first.");
  }
  const { profile, requester, authority, reason, toldAfter } = facts;
  const enteredAt = clock.now();
  assertDelay(facts, { profile, endsAt: enteredAt });
  return inTransaction(async (tx) => {
    await assertCustodian(tx, ctx);
    const row = { id, ...facts, enteredById: ctx.actor.userId, enteredAt };
    const { count } = await tx.recordPackage.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) return;
    const detail = { profile, requester, authority, toldAfter: toldAfter?.toISOString() ?? null };
    record(tx, { ctx, action: "record_package.entered", subject: { kind: "record_package", id }, reason, detail });
  });
}

/**
 * Adds something to what a package has, or removes it again, before it is made: only the custodian who entered it. Repeats change
 * nothing. Throws `NotFound`, also for an unknown item, `Forbidden` (also `conflict_of_interest`), `Conflict` `package_asked`,
 * `not_yours`.
 */
export function changePackageScope(
  ctx: Ctx<StaffActor>,
  { packageId, kind, itemId, isIn }: ScopeItem & { packageId: string; isIn: boolean },
): Promise<void> {
  return inTransaction(async (tx) => {
    const row = await lockForChange(tx, ctx, packageId);
    if (row.status !== "entered" || row.examinationId)
      throw new Conflict("package_asked", "Its records are already chosen.");
    if (row.enteredById !== ctx.actor.userId)
      throw new Conflict(
        "not_yours",
        "Only the custodian who entered it chooses its records. Another one confirms it.",
      );
    if (!(await isPickable(tx, { kind, itemId }))) throw new NotFound();
    const concern = CONCERNS[kind];
    if (concern) await assertNoConflict(tx, ctx, { [concern]: itemId });
    const item = { packageId, kind, itemId };
    const { count } = isIn
      ? await tx.recordPackageScope.createMany({ data: [{ ...item, addedAt: clock.now() }], skipDuplicates: true })
      : await tx.recordPackageScope.deleteMany({ where: item });
    if (count === 0) return;
    await assertUninvolvedIn(tx, ctx, { recordPackage: packageId, scope: scopeOfPackage(row) });
    const subject = { kind: "record_package", id: packageId } as const;
    record(tx, { ctx, action: "record_package.scope_changed", subject, detail: { item: `${kind} ${itemId}`, isIn } });
  });
}

async function lockForChange(tx: Tx, ctx: Ctx<StaffActor>, packageId: string): Promise<RecordPackage> {
  await assertCustodian(tx, ctx);
  const row = isId(packageId) ? await lockPackage(tx, packageId) : null;
  if (!row) throw new NotFound();
  await assertUninvolvedInPackage(tx, ctx, row);
  return row;
}

/**
 * Confirms a package as its scope was read (`picked`), and starts making it. Never by the custodian who entered it. Throws `NotFound`,
 * `Forbidden` (also `conflict_of_interest`), `Conflict` `package_asked`, `same_custodian`, `scope_changed`, `nothing_in_scope`.
 */
export function confirmPackage(
  ctx: Ctx<StaffActor>,
  { packageId, picked }: { packageId: string; picked: string },
): Promise<void> {
  return inTransaction(async (tx) => {
    const row = await lockForChange(tx, ctx, packageId);
    if (row.examinationId || row.confirmedAt) throw new Conflict("package_asked", "It is already confirmed.");
    if (row.enteredById === ctx.actor.userId)
      throw new Conflict("same_custodian", "You entered it, so another custodian must confirm it.");
    const items = await tx.recordPackageScope.findMany({ where: { packageId }, select: { kind: true, itemId: true } });
    if (items.length === 0) throw new Conflict("nothing_in_scope", "Its scope is empty. Add records first.");
    if (pickedAs(items) !== picked)
      throw new Conflict("scope_changed", "Its scope changed since you opened this page. Read it again.");
    await startMaking(tx, ctx, row.id, { confirmedById: ctx.actor.userId, confirmedAt: clock.now() });
    record(tx, { ctx, action: "record_package.confirmed", subject: { kind: "record_package", id: row.id } });
  });
}

/**
 * Starts making a package again after it failed. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`), `Conflict`
 * `package_asked`, `not_confirmed`.
 */
export function remakePackage(ctx: Ctx<StaffActor>, packageId: string): Promise<void> {
  return inTransaction(async (tx) => {
    const row = await lockForChange(tx, ctx, packageId);
    if (row.status !== "failed") throw new Conflict("package_asked", "It is already being made.");
    if (!row.examinationId && !row.confirmedAt)
      throw new Conflict("not_confirmed", "Another custodian must confirm it first.");
    await startMaking(tx, ctx, row.id);
  });
}

/**
 * Asks for the package of what a confirmed examination opens. Returns one that is being made, or is ready for the same scope, instead of
 * another. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`), `Conflict` `not_confirmed`, `TooOften`.
 */
export function packExamination(ctx: Ctx<StaffActor>, examinationId: string): Promise<{ packageId: string }> {
  return inTransaction(async (tx) => {
    const examination = await lockExaminationForChange(tx, ctx, examinationId);
    if (examination.status !== "confirmed")
      throw new Conflict("not_confirmed", "Only a confirmed examination has a package.");
    return pack(tx, ctx, examination);
  });
}

/** The same for the examiner, while the examination is open. Throws `NotFound`, `TooOften`. */
export const askForPackage = (ctx: Ctx<ExaminerActor>): Promise<{ packageId: string }> =>
  inTransaction(async (tx) => {
    const examination = await lockExamination(tx, ctx.actor.examinationId);
    if (!examination) throw new NotFound();
    return pack(tx, ctx, await getOpen(tx, ctx));
  });

async function pack(
  tx: Tx,
  ctx: Ctx<StaffActor | ExaminerActor>,
  { id, profile, agency, examiner, authority, scopeRevision, producedFrom, producedUntil }: Examination,
): Promise<{ packageId: string }> {
  // A regulator sees figures only.
  if (profile === "regulator") throw new NotFound();
  const same = {
    examinationId: id,
    scopeRevision,
    status: { in: ["making", "ready"] },
  } satisfies Prisma.RecordPackageWhereInput;
  const found = await tx.recordPackage.findFirst({ where: same, orderBy: { id: "desc" } });
  if (found && (found.status === "making" || !(await isStale(tx, found)))) return { packageId: found.id };
  const since = firstIdAt(new Date(clock.now().getTime() - HOUR_MS));
  if ((await tx.recordPackage.count({ where: { examinationId: id, id: { gt: since } } })) >= ASKED_AN_HOUR)
    throw new TooOften("Many packages were asked for. Try again in an hour.");
  const packageId = newId();
  await tx.recordPackage.create({
    data: {
      ...{ id: packageId, examinationId: id, profile, scopeRevision, producedFrom, producedUntil, authority },
      ...{ requester: `${examiner}, ${agency}`, reason: "Examination", enteredAt: clock.now() },
      enteredById: ctx.actor.kind === "staff" ? ctx.actor.userId : null,
    },
  });
  const subject = { kind: "record_package", id: packageId } as const;
  record(tx, { ctx, action: "record_package.entered", subject, detail: { profile, examinationId: id, scopeRevision } });
  await startMaking(tx, ctx, packageId);
  return { packageId };
}
