import { z } from "zod";
import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertNoConflict, type Concern, reservedAmong } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import type { Examination } from "@/prisma/generated/client";
import { firstAccess, lockExamination, lockForChange } from "./access";
import { type Profile, type ScopeKind, SEES } from "./labels";
import { orderOpenedAt } from "./order";
import { enqueueReport } from "./report";
import { DELAY_DAYS, type Delay, type ExaminationInput, type ScopeItem, WINDOW_DAYS } from "./schemas";
import { assertUninvolved, countScope, type Pickable, scopeOfExamination, searchScope } from "./scope";

/** `id`: the form's own id, so that a form sent twice is entered once. */
type Entered = ExaminationInput & { id: string };

/**
 * Enters an examination, which opens nothing until its scope is chosen and another custodian confirmed it. A repeat with the same `id`
 * changes nothing. Throws `Forbidden` and `InvalidField`. Law: 28 CFR 75.5. Contract: Examinations.
 */
export function enterExamination(ctx: Ctx<StaffActor>, entered: Entered): Promise<{ examinationId: string }> {
  return inTransaction(async (tx) => {
    await insertExamination(tx, ctx, entered);
    return { examinationId: entered.id };
  });
}

/** `enterExamination`, in the transaction that also chooses its records. Returns whether it is new. */
export async function insertExamination(tx: Tx, ctx: Ctx<StaffActor>, { id, ...facts }: Entered): Promise<boolean> {
  if (!isId(id)) throw new InvalidField("id", "Open the form again.");
  assertTimes(facts);
  await assertCustodian(tx, ctx);
  const row = { id, ...facts, enteredById: ctx.actor.userId, enteredAt: clock.now() };
  const { count } = await tx.examination.createMany({ data: [row], skipDuplicates: true });
  const { profile, agency, authority, toldAfter } = facts;
  const detail = { profile, agency, authority, toldAfter: toldAfter?.toISOString() ?? null };
  if (count > 0) record(tx, { ctx, action: "examination.entered", subject: { kind: "examination", id }, detail });
  return count > 0;
}

function assertTimes({ profile, opensAt, closesAt, producedFrom, producedUntil, ...delay }: ExaminationInput): void {
  const now = clock.now();
  if (closesAt <= opensAt) throw new InvalidField("closesAt", "It must close after it opens.");
  if (closesAt <= now) throw new InvalidField("closesAt", "Enter a time in the future.");
  if (closesAt.getTime() - opensAt.getTime() > WINDOW_DAYS * DAY_MS) {
    throw new InvalidField("closesAt", `It can last up to ${WINDOW_DAYS} days.`);
  }
  if (producedFrom && producedUntil && producedUntil <= producedFrom) {
    throw new InvalidField("producedUntil", "The last day must not be before the first.");
  }
  assertDelay(delay, { profile, endsAt: closesAt });
}

/** Checks a delay of telling people: it has a reason, and ends by itself. `endsAt`: of what they are told of. Throws `InvalidField`. */
export function assertDelay(
  { toldAfter, delayReason }: Delay,
  { profile, endsAt }: { profile: Profile; endsAt: Date },
): void {
  if (!toldAfter && !delayReason) return;
  if (SEES[profile].photos.length === 0) throw new InvalidField("toldAfter", "This profile shows no one’s ID.");
  if (!toldAfter) throw new InvalidField("toldAfter", "Enter until when they aren’t told.");
  if (!delayReason) throw new InvalidField("delayReason", "Say who forbids it, and where.");
  if (toldAfter <= clock.now()) throw new InvalidField("toldAfter", "Enter a day in the future.");
  if (toldAfter.getTime() - endsAt.getTime() > DELAY_DAYS * DAY_MS) {
    throw new InvalidField("toldAfter", "Enter a day within a year after it ends.");
  }
}

/** The conflict rule of what can be picked. A partner has none of its own. */
export const CONCERNS: Readonly<Partial<Record<ScopeKind, Concern>>> = {
  production: "production",
  person: "person",
  scene: "scene",
  depiction: "depiction",
};

/**
 * Adds something to the scope of an examination that isn't confirmed yet, or removes it again: only the custodian who entered it.
 * Repeats change nothing. Throws `NotFound`, also for an unknown item, `Forbidden` (also `conflict_of_interest`), `Conflict` `not_yours`,
 * `examination_confirmed`, `drawn`.
 */
export function changeScope(
  ctx: Ctx<StaffActor>,
  { examinationId, kind, itemId, isIn }: ScopeItem & { examinationId: string; isIn: boolean },
): Promise<void> {
  return inTransaction(async (tx) => {
    const { status, enteredById, sampleId } = await lockForChange(tx, ctx, examinationId);
    if (sampleId) throw new Conflict("drawn", "Its records were drawn, so nobody can choose others.");
    if (status !== "entered") {
      throw new Conflict("examination_confirmed", "It is confirmed, so you can only narrow it.");
    }
    if (enteredById !== ctx.actor.userId) {
      throw new Conflict("not_yours", "Only the custodian who entered it chooses its scope. Another one confirms it.");
    }
    if (!(await isPickable(tx, { kind, itemId }))) throw new NotFound();
    const concern = CONCERNS[kind];
    if (concern) await assertNoConflict(tx, ctx, { [concern]: itemId });
    const now = clock.now();
    const changed = isIn
      ? await tx.$executeRaw`
        INSERT INTO examination_scope AS s (examination_id, kind, item_id, added_at)
        VALUES (${examinationId}, ${kind}::examination_scope_kind, ${itemId}, ${now})
        ON CONFLICT (examination_id, kind, item_id) DO UPDATE SET removed_at = NULL WHERE s.removed_at IS NOT NULL`
      : (await removeItems(tx, examinationId, [{ kind, itemId }])).length;
    if (changed === 0) return;
    // By its conflict rule too: a partner has no rule of its own.
    await assertUninvolved(tx, ctx, examinationId);
    await tx.examination.update({ where: { id: examinationId }, data: { scopeRevision: { increment: 1 } } });
    const subject = { kind: "examination", id: examinationId } as const;
    record(tx, { ctx, action: "examination.scope_changed", subject, detail: { item: `${kind} ${itemId}`, isIn } });
  });
}

/** Whether there is something to pick. */
export async function isPickable(tx: Tx, { kind, itemId }: ScopeItem): Promise<boolean> {
  if (!isId(itemId)) return false;
  const [found] = await tx.$queryRaw<{ is: boolean }[]>`SELECT CASE ${kind}
    WHEN 'production' THEN EXISTS (SELECT FROM productions WHERE id = ${itemId})
    WHEN 'person' THEN EXISTS (SELECT FROM users WHERE id = ${itemId})
    WHEN 'partner' THEN EXISTS (SELECT FROM partners WHERE id = ${itemId})
    WHEN 'scene' THEN EXISTS (SELECT FROM scene_index_entries WHERE scene_id = ${itemId})
    ELSE EXISTS (SELECT FROM index_entries WHERE depiction_id = ${itemId}) END AS is`;
  return found?.is ?? false;
}

/** Removes these, and returns those that were still there. */
async function removeItems(tx: Tx, examinationId: string, items: readonly ScopeItem[]): Promise<ScopeItem[]> {
  const removed: ScopeItem[] = [];
  for (const { kind, itemId } of items) {
    const { count } = await tx.examinationScope.updateMany({
      where: { examinationId, kind, itemId, removedAt: null },
      data: { removedAt: clock.now() },
    });
    if (count > 0) removed.push({ kind, itemId });
  }
  return removed;
}

/**
 * Confirms an examination as it was read (`scopeRevision`), which makes its link and code. Never by the custodian who entered it, nor
 * by one in conflict with anything in its scope. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`), `Conflict`
 * `same_custodian`, `not_to_confirm`, `scope_changed`, `nothing_in_scope`, `order_missing`, `order_unread`,
 * `window_over`.
 */
export async function confirmExamination(
  ctx: Ctx<StaffActor>,
  { examinationId, scopeRevision }: { examinationId: string; scopeRevision: number },
): Promise<void> {
  await assertCustodian(db, ctx);
  // Before the transaction. What changes until then changes `scopeRevision`, or is a record that joins or leaves by itself.
  const opens = await countScope(db, scopeOfExamination(examinationId));
  return inTransaction(async (tx) => {
    const row = await lockForChange(tx, ctx, examinationId);
    if (row.enteredById === ctx.actor.userId) {
      throw new Conflict("same_custodian", "You entered it, so another custodian must confirm it.");
    }
    if (row.status !== "entered") throw new Conflict("not_to_confirm", "It is already confirmed, or it ended.");
    if (row.scopeRevision !== scopeRevision) {
      throw new Conflict("scope_changed", "Its scope changed since you opened this page. Read it again.");
    }
    const now = clock.now();
    if (row.closesAt <= now) throw new Conflict("window_over", "Its window is over. Enter a new examination.");
    if (
      row.profile !== "regulator" &&
      (await tx.examinationScope.count({ where: { examinationId, removedAt: null } })) === 0
    ) {
      throw new Conflict("nothing_in_scope", "Its scope is empty. Add records first.");
    }
    if (row.profile === "court" && (await tx.examinationOrder.count({ where: { examinationId } })) === 0) {
      throw new Conflict("order_missing", "It has no order yet. The custodian who entered it must add the file.");
    }
    // It is never replaced, so any look was at what is confirmed.
    if (row.profile === "court" && !(await orderOpenedAt(tx, ctx, examinationId))) {
      throw new Conflict("order_unread", "Download the court’s order and read it first.");
    }
    await tx.examination.update({
      where: { id: examinationId },
      data: {
        ...{ status: "confirmed", confirmedById: ctx.actor.userId, confirmedAt: now, accessSince: now },
        ...firstAccess(examinationId),
      },
    });
    record(tx, {
      ctx,
      action: "examination.confirmed",
      subject: { kind: "examination", id: examinationId },
      detail: { scopeRevision, opens },
    });
  });
}

type Narrowing = { examinationId: string; reason: string; remove: readonly ScopeItem[]; closesAt: Date | null };

/**
 * Removes something from a confirmed examination, or lets it end earlier. What is open closes at the next request. Throws `NotFound`,
 * `Forbidden` (also `conflict_of_interest`), `InvalidField` `closesAt`, `Conflict` `not_confirmed`, `nothing_to_narrow`.
 */
export function narrowExamination(
  ctx: Ctx<StaffActor>,
  { examinationId, reason, remove, closesAt }: Narrowing,
): Promise<void> {
  return inTransaction(async (tx) => {
    const row = await lockForChange(tx, ctx, examinationId);
    if (row.status !== "confirmed")
      throw new Conflict("not_confirmed", "Only a confirmed examination can be narrowed.");
    if (closesAt && (closesAt <= row.opensAt || closesAt <= clock.now())) {
      throw new InvalidField(
        "closesAt",
        "Enter a time in the future, after it opens. To end it now, use “End examination”.",
      );
    }
    if (closesAt && closesAt > row.closesAt) throw new InvalidField("closesAt", "It can only close earlier.");
    const removed = await removeItems(tx, examinationId, remove);
    const endsEarlier = closesAt !== null && closesAt < row.closesAt;
    if (removed.length === 0 && !endsEarlier)
      throw new Conflict("nothing_to_narrow", "Choose what to remove, or an earlier time.");
    await tx.examination.update({
      where: { id: examinationId },
      data: { scopeRevision: { increment: 1 }, ...(endsEarlier && { closesAt }) },
    });
    const subject = { kind: "examination", id: examinationId } as const;
    const detail = {
      removed: removed.map(({ kind, itemId }) => `${kind} ${itemId}`),
      ...(endsEarlier && { closesAt }),
    };
    record(tx, { ctx, action: "examination.narrowed", subject, reason, detail });
  });
}

/**
 * Ends an examination at once; one that wasn't confirmed is withdrawn. What is open closes at the next request, and files that are being
 * sent stop. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`), `Conflict` `examination_ended`.
 */
export function endExamination(
  ctx: Ctx<StaffActor>,
  { examinationId, reason }: { examinationId: string; reason: string },
): Promise<void> {
  return inTransaction(async (tx) => {
    const row = await lockForChange(tx, ctx, examinationId);
    if (row.status === "ended") throw new Conflict("examination_ended", "It has already ended.");
    await end(tx, ctx, row, reason);
  });
}

async function end(tx: Tx, ctx: Ctx<StaffActor | SystemActor>, row: Examination, reason: string): Promise<void> {
  const endedById = ctx.actor.kind === "staff" ? ctx.actor.userId : null;
  await tx.examination.update({
    where: { id: row.id },
    data: { status: "ended", endedAt: clock.now(), endedById, endReason: reason },
  });
  record(tx, { ctx, action: "examination.ended", subject: { kind: "examination", id: row.id }, reason });
  if (row.confirmedAt) await enqueueReport(tx, row.id);
}

const WINDOW_OVER = "Its window ended.";

const REPORT_LATE_MS = HOUR_MS;

/** Ends the examinations whose window is over, which opened nothing since then, and queues reports whose job failed for good. */
export const endExaminationsTask = defineTask("end_examinations", z.object({}), async (_, { requestId }) => {
  const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "end_examinations" }, requestId };
  const isOver = () => ({ status: { not: "ended" as const }, closesAt: { lte: clock.now() } });
  const found = await db.examination.findMany({ where: isOver(), select: { id: true } });
  for (const { id } of found) {
    await inTransaction(async (tx) => {
      const row = await lockExamination(tx, id);
      if (row && row.status !== "ended" && row.closesAt <= clock.now()) await end(tx, ctx, row, WINDOW_OVER);
    });
  }
  const late = await db.examination.findMany({
    where: {
      ...{ status: "ended", confirmedAt: { not: null }, reportedAt: null, report: null },
      endedAt: { lt: new Date(clock.now().getTime() - REPORT_LATE_MS) },
    },
    select: { id: true },
  });
  for (const { id } of late) await inTransaction((tx) => enqueueReport(tx, id));
});

/** Every minute. */
export const endExaminations: Schedule = { task: endExaminationsTask, cron: "* * * * *" };

/** What a custodian's search finds for a scope, without what is reserved for another. The ledger names the people it found. */
export async function findForScope(
  ctx: Ctx<StaffActor>,
  { examinationId, text }: { examinationId: string; text: string },
): Promise<Pickable[]> {
  await assertUninvolved(db, ctx, examinationId);
  return searchAllowed(ctx, { text, detail: { by: ["examination"], examinationId } });
}

/** `findForScope` of any scope, of which the caller has checked that the custodian chooses it. */
export async function searchAllowed(
  ctx: Ctx<StaffActor>,
  { text, detail }: { text: string; detail: Readonly<Record<string, unknown>> },
): Promise<Pickable[]> {
  const found = await searchScope(db, text);
  const reserved = new Set<string>();
  for (const [kind, what] of Object.entries(CONCERNS)) {
    const ids = found.filter((one) => one.kind === kind).map(({ id }) => id);
    for (const id of await reservedAmong(db, ctx, { what, ids })) reserved.add(id);
  }
  const shown = found.filter(({ id }) => !reserved.has(id));
  const people = shown.filter(({ kind }) => kind === "person");
  if (people.length > 0) {
    await inTransaction(async (tx) => {
      for (const { id } of people) {
        record(tx, { ctx, action: "index.searched", subject: { kind: "person", id }, partnerId: null, detail });
      }
    });
  }
  return shown;
}
