import type { Ctx, PartnerKeyActor, PortalUserActor, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { asSystem, endTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { emitAll } from "@/lib/domain/events";
import { revokeAllCertificates } from "@/lib/domain/productions/certificates";
import { type LockedProduction, lockProduction, moveProduction } from "@/lib/domain/productions/production-status";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import type { LegalBasis } from "@/prisma/generated/client";
import { assertMayChange } from "./production-access";

type OfRequest = { productionId: string; removalRequestId: string };

/** What a linked partner learns about a removal request. */
type Filed = OfRequest & {
  legalBasis: LegalBasis;
  /** SHA-256 in hexadecimal of the claimant's address. */
  performerEmailHash: string;
  requestedAt: Date;
  removalDeadline: Date;
};

/**
 * A removal request names a production. Sends `production.takedown_requested` to each linked partner that hasn't taken it down. The
 * production is frozen, `takedown_pending`, from `freezesAt` on: with this transaction, or by `freezeProduction` if that is later.
 * Returns those partners; none for a request that named it before, unless it was rejected and `requestedAt` is that of the appeal.
 * Contract: Removal requests. Throws `NotFound`.
 */
export async function requestTakedown(
  tx: Tx,
  ctx: Ctx,
  { freezesAt, ...filed }: Filed & { freezesAt: Date },
): Promise<string[]> {
  const { productionId, removalRequestId, requestedAt } = filed;
  await getLocked(tx, productionId);
  const now = clock.now();
  const frozenAt = freezesAt <= now ? now : null;
  const count = await tx.$executeRaw`
    INSERT INTO production_takedowns AS before (production_id, removal_request_id, requested_at, freezes_at, frozen_at)
    VALUES (${productionId}, ${removalRequestId}, ${requestedAt}, ${freezesAt}, ${frozenAt})
    ON CONFLICT (production_id, removal_request_id) DO UPDATE SET requested_at = excluded.requested_at, rejected_at = NULL,
      freezes_at = excluded.freezes_at, frozen_at = excluded.frozen_at, alarmed_at = NULL
      WHERE before.rejected_at IS NOT NULL AND before.requested_at < excluded.requested_at`;
  if (count === 0) return [];
  const by = asSystem(ctx);
  const step = { to: "takedown_pending", as: "takedown_requested", detail: { removalRequestId } } as const;
  const isMoved = frozenAt !== null && (await moveProduction(tx, by, productionId, step));
  if (!isMoved) recordStep(tx, by, filed, "takedown_requested");
  const waiting = await partnersWaiting(tx, productionId);
  await askPartners(tx, filed, waiting);
  return waiting;
}

/** Sends `production.takedown_requested` to partners. */
const askPartners = (tx: Tx, filed: Filed, partnerIds: readonly string[]): Promise<void> =>
  emitAll(
    tx,
    partnerIds.map((partnerId) => takedownRequestedEvent(filed, partnerId)),
  );

/** A removal request names a partner's production. Contract: Events. */
export const takedownRequestedEvent = ({ requestedAt, removalDeadline, ...filed }: Filed, partnerId: string) => ({
  type: "production.takedown_requested" as const,
  partnerId,
  data: { ...filed, requestedAt: requestedAt.toISOString(), removalDeadline: removalDeadline.toISOString() },
});

/**
 * Asks the linked partners that haven't taken a production down and aren't among `asked`. Returns them. Throws `NotFound`.
 */
export async function askLinked(tx: Tx, { asked, ...filed }: Filed & { asked: readonly string[] }): Promise<string[]> {
  await getLocked(tx, filed.productionId);
  const waiting = (await partnersWaiting(tx, filed.productionId)).filter((id) => !asked.includes(id));
  await askPartners(tx, filed, waiting);
  return waiting;
}

/**
 * Freezes a production for a request that no custodian has decided: it is `takedown_pending`. False if it was frozen for it, or the
 * request decided, before. Contract: Removal requests. Throws `NotFound`.
 */
export async function freezeProduction(
  tx: Tx,
  ctx: Ctx,
  { productionId, removalRequestId }: OfRequest,
): Promise<boolean> {
  await getLocked(tx, productionId);
  const { count } = await tx.productionTakedown.updateMany({
    where: { productionId, removalRequestId, frozenAt: null, confirmedAt: null, rejectedAt: null },
    data: { frozenAt: clock.now() },
  });
  if (count === 0) return false;
  const [by, detail] = [asSystem(ctx), { removalRequestId }];
  const isMoved = await moveProduction(tx, by, productionId, { to: "takedown_pending", as: "frozen", detail });
  if (!isMoved) recordStep(tx, by, { productionId, removalRequestId }, "frozen");
  return true;
}

/** What freezes unless a custodian decides on it, the first first. */
export const findUnfrozen = (most: number): Promise<(OfRequest & { freezesAt: Date })[]> =>
  db.productionTakedown.findMany({
    where: { frozenAt: null, rejectedAt: null },
    orderBy: { freezesAt: "asc" },
    take: most,
    select: { productionId: true, removalRequestId: true, freezesAt: true },
  });

/** Marks freezes that custodians weren't alerted to as alerted, unless they got an alert within `everyMs`. Returns them. */
export const takeFreezeAlarms = (tx: Tx, everyMs: number): Promise<(OfRequest & { freezesAt: Date })[]> =>
  rowsIn<OfRequest & { freezesAt: Date }>(tx)`
    UPDATE production_takedowns SET alarmed_at = ${clock.now()}
    WHERE frozen_at IS NULL AND rejected_at IS NULL AND alarmed_at IS NULL AND NOT EXISTS (
      SELECT FROM production_takedowns WHERE alarmed_at > ${new Date(clock.now().getTime() - everyMs)})
    RETURNING production_id, removal_request_id, freezes_at`;

/**
 * A custodian confirms a request, which freezes the production and revokes its certificates. It is `takedown_complete` once each linked partner
 * has taken it down. False if the request was decided before. Throws `NotFound`.
 */
export async function confirmTakedown(
  tx: Tx,
  ctx: Ctx<StaffActor>,
  { productionId, removalRequestId }: OfRequest,
): Promise<boolean> {
  await freezeProduction(tx, ctx, { productionId, removalRequestId });
  if (!(await decide(tx, { productionId, removalRequestId }, { confirmedAt: clock.now() }))) return false;
  const by = asSystem(ctx);
  await revokeAllCertificates(tx, by, { productionId, listedReason: `removal_request:${removalRequestId}` });
  recordStep(tx, by, { productionId, removalRequestId }, "takedown_confirmed");
  await completeTakedown(tx, by, productionId);
  return true;
}

/**
 * A custodian rejects a request, or the claimant withdraws it. Unless another one is open or was confirmed, everything is as before,
 * and partners hear nothing. False if the request was decided before. Throws `NotFound`.
 */
export async function rejectTakedown(
  tx: Tx,
  ctx: Ctx,
  { productionId, removalRequestId }: OfRequest,
): Promise<boolean> {
  const { documentedAt, status } = await getLocked(tx, productionId);
  if (!(await decide(tx, { productionId, removalRequestId }, { rejectedAt: clock.now() }))) return false;
  const [by, detail] = [asSystem(ctx), { removalRequestId }];
  const others = await tx.productionTakedown.findMany({
    where: { productionId, rejectedAt: null },
    select: { frozenAt: true },
  });
  const to = documentedAt ? ("documented" as const) : ("pending_documentation" as const);
  const isFrozen = others.some(({ frozenAt }) => frozenAt !== null);
  const isBack = !isFrozen && (await moveProduction(tx, by, productionId, { to, as: "takedown_rejected", detail }));
  if (!isBack) recordStep(tx, by, { productionId, removalRequestId }, "takedown_rejected");
  // Another request would have to be followed again.
  if (others.length === 0 && (isBack || status === to)) {
    await tx.productionPartner.updateMany({ where: { productionId }, data: { takenDownAt: null } });
  }
  return true;
}

/**
 * A linked partner records that it took the production down. A repeat returns the first time. Throws `NotFound`, `Forbidden`, and
 * `Conflict` `no_takedown`.
 */
export function markTakenDown(
  ctx: Ctx<PortalUserActor | PartnerKeyActor>,
  { productionId }: { productionId: string },
): Promise<{ takenDownAt: Date }> {
  const { partnerId } = ctx.actor;
  return inTransaction(async (tx) => {
    await assertMayChange(tx, ctx, productionId);
    await getLocked(tx, productionId);
    const where = { productionId_partnerId: { productionId, partnerId } };
    const { takenDownAt: before } = await tx.productionPartner.findUniqueOrThrow({ where });
    if (before) return { takenDownAt: before };
    if ((await tx.productionTakedown.count({ where: { productionId, rejectedAt: null } })) === 0) {
      throw new Conflict("no_takedown", "No removal request names this production.");
    }
    const takenDownAt = clock.now();
    await tx.productionPartner.update({ where, data: { takenDownAt } });
    await endTakedowns(tx, ctx, { partnerId, productionId });
    record(tx, { ctx, action: "production.taken_down", subject: subjectOf(productionId) });
    await completeTakedown(tx, ctx, productionId);
    return { takenDownAt };
  });
}

const subjectOf = (id: string) => ({ kind: "production", id }) as const;

type Step = "takedown_requested" | "frozen" | "takedown_confirmed" | "takedown_rejected";

/** Records a step of a request without a change of the production's status. */
function recordStep(tx: Tx, ctx: Ctx, { productionId, removalRequestId }: OfRequest, step: Step): void {
  const [subject, detail] = [subjectOf(productionId), { removalRequestId }];
  record(tx, { ctx, action: `production.${step}`, subject, partnerId: null, detail });
}

async function getLocked(tx: Tx, productionId: string): Promise<LockedProduction> {
  const production = await lockProduction(tx, productionId);
  if (!production) throw new NotFound();
  return production;
}

/** False if it was decided before. Throws `NotFound` for a request that doesn't name the production. */
async function decide(tx: Tx, request: OfRequest, how: { confirmedAt: Date } | { rejectedAt: Date }): Promise<boolean> {
  const { count } = await tx.productionTakedown.updateMany({
    where: { ...request, confirmedAt: null, rejectedAt: null },
    data: how,
  });
  if (count > 0) return true;
  if ((await tx.productionTakedown.count({ where: request })) === 0) throw new NotFound();
  return false;
}

/** The linked partners that haven't taken a production down. */
async function partnersWaiting(tx: Tx, productionId: string): Promise<string[]> {
  const rows = await tx.productionPartner.findMany({
    where: { productionId, takenDownAt: null },
    select: { partnerId: true },
    orderBy: { partnerId: "asc" },
  });
  return rows.map(({ partnerId }) => partnerId);
}

/** A confirmed takedown is complete once no linked partner is waited for. */
async function completeTakedown(tx: Tx, ctx: Ctx, productionId: string): Promise<void> {
  const confirmed = await tx.productionTakedown.count({ where: { productionId, confirmedAt: { not: null } } });
  if (confirmed === 0 || (await partnersWaiting(tx, productionId)).length > 0) return;
  await moveProduction(tx, ctx, productionId, { to: "takedown_complete", as: "takedown_complete" });
}
