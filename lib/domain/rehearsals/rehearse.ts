import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { countForTeam, emitRehearsed, findEvents, listReceivers } from "@/lib/domain/events";
import { assertMay, authorize } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { dateTimeIn } from "@/lib/platform/wire";
import type { Rehearsal } from "@/prisma/generated/client";
import type { StepName } from "./labels";
import { externalUserIdOf, STEPS } from "./steps";

/** How many a partner may have at once. */
export const REHEARSALS_MAX = 5;

/**
 * Starts a rehearsal: a creator that is no record, for a day. Its events go to one endpoint, or only to the feed. Throws `Conflict`
 * `endpoint_paused`, `too_many_rehearsals`, `InvalidField` `endpointId`, `Forbidden`, `NotFound`.
 */
export async function startRehearsal(
  ctx: Ctx<PortalUserActor>,
  { endpointId }: { endpointId: string | null },
): Promise<{ rehearsalId: string }> {
  const { partnerId } = ctx.actor;
  const receiver = (await listReceivers(ctx)).find(({ id, status }) => id === endpointId && status !== "deleted");
  if (endpointId !== null && !receiver) throw new InvalidField("endpointId", "Choose one of your endpoints.");
  if (receiver?.status === "paused") throw new Conflict("endpoint_paused", "The endpoint is paused. Resume it first.");
  return inTransaction(async (tx) => {
    // Locks the partner, so that the count holds for any number at once.
    await authorize(tx, ctx, { partnerId, to: "manage_webhooks" });
    const now = clock.now();
    await tx.rehearsal.deleteMany({ where: { partnerId, endsAt: { lte: now } } });
    if ((await tx.rehearsal.count({ where: { partnerId } })) >= REHEARSALS_MAX) {
      throw new Conflict("too_many_rehearsals", `You have ${REHEARSALS_MAX} rehearsals, the maximum. End one first.`);
    }
    const [id, endsAt] = [newId(), new Date(now.getTime() + DAY_MS)];
    const ids = { accountId: newId(), productionId: newId() };
    await tx.rehearsal.create({ data: { id, partnerId, endpointId, createdAt: now, endsAt, ...ids } });
    await schedule(tx, { rehearsalId: id, partnerId }, endsAt);
    note(tx, ctx, "rehearsal.started", { endpointId });
    return { rehearsalId: id };
  });
}

const note = (
  tx: Tx,
  ctx: Ctx<PortalUserActor>,
  action: "rehearsal.started" | "rehearsal.stepped" | "rehearsal.ended",
  detail: Record<string, string | null>,
) => {
  const { partnerId } = ctx.actor;
  record(tx, { ctx, action, subject: { kind: "partner", id: partnerId }, partnerId, detail });
};

/**
 * Takes a step of a rehearsal, and sends its events in the same transaction. Throws `Conflict` `step_unavailable` for one that was
 * taken already or can't be taken now, `TooOften`, `NotFound`, `Forbidden`.
 */
export async function rehearse(
  ctx: Ctx<PortalUserActor>,
  { rehearsalId, step }: { rehearsalId: string; step: StepName },
): Promise<void> {
  const { partnerId } = ctx.actor;
  // Outside of the transaction, because a retried one must not count twice.
  await countForTeam("rehearse", partnerId);
  await inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_webhooks" });
    const row = await lock(tx, { rehearsalId, partnerId });
    const now = clock.now();
    if (!row || row.endsAt <= now) throw new NotFound();
    if (!STEPS[step].may(row, now)) {
      throw new Conflict("step_unavailable", "This has happened already, or can’t happen now.");
    }
    await take(tx, { row, step, now });
    note(tx, ctx, "rehearsal.stepped", { step });
  });
}

/** Ends a rehearsal before its day is over. Repeating it changes nothing. Throws `NotFound`, `Forbidden`. */
export async function endRehearsal(ctx: Ctx<PortalUserActor>, { rehearsalId }: { rehearsalId: string }): Promise<void> {
  const { partnerId } = ctx.actor;
  await inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_webhooks" });
    const { count } = await tx.rehearsal.deleteMany({ where: { id: rehearsalId, partnerId } });
    if (count > 0) note(tx, ctx, "rehearsal.ended", {});
  });
}

type OfPartner = { rehearsalId: string; partnerId: string };

/** Locks a rehearsal until the transaction ends. */
async function lock(tx: Tx, { rehearsalId: id, partnerId }: OfPartner): Promise<Rehearsal | null> {
  if (!isId(id)) return null;
  await tx.$queryRaw`SELECT 1 AS locked FROM rehearsals WHERE id = ${id} AND partner_id = ${partnerId} FOR UPDATE`;
  return tx.rehearsal.findUnique({ where: { id_partnerId: { id, partnerId } } });
}

async function take(tx: Tx, { row, step, now }: { row: Rehearsal; step: StepName; now: Date }): Promise<void> {
  const { id, partnerId, account, content, scene, removalDeadline } = row;
  const { change, events } = STEPS[step].take(row, now);
  const sent = await emitRehearsed(tx, events, row);
  const { count } = await tx.rehearsal.updateMany({
    where: { id, partnerId, account, content, scene, removalDeadline },
    data: { ...change, events: [...row.events, ...sent] },
  });
  if (count !== 1) throw new Error("a locked rehearsal changed");
  if (change.isClock && change.expiresAt) await schedule(tx, { rehearsalId: id, partnerId }, change.expiresAt);
}

const schedule = (tx: Tx, of: OfPartner, until: Date): Promise<void> =>
  enqueue(tx, advanceRehearsalTask.name, { ...of, until: until.toISOString() }, { runAt: until });

/**
 * Ends what is over: a scene whose shortened time ran out, with its event, or a rehearsal after its day. That `until` has come is for the
 * queue to say: its clock may be ahead of ours.
 */
export const advanceRehearsalTask = defineTask(
  "advance_rehearsal",
  z.object({ rehearsalId: z.string(), partnerId: z.string(), until: dateTimeIn }),
  ({ until, ...of }) =>
    inTransaction(async (tx) => {
      const row = await lock(tx, of);
      if (!row) return;
      const { id, partnerId, endsAt, scene, isClock, expiresAt } = row;
      const is = (at: Date | null) => at?.getTime() === until.getTime();
      if (is(endsAt)) await tx.rehearsal.deleteMany({ where: { id, partnerId } });
      else if (isClock && scene === "pending" && is(expiresAt))
        await take(tx, { row, step: "expire", now: clock.now() });
    }),
);

/** A partner's running rehearsals, newest first. */
export const listRehearsals = ({ actor: { partnerId } }: Ctx<PortalUserActor>) =>
  db.rehearsal.findMany({
    where: { partnerId, endsAt: { gt: clock.now() } },
    orderBy: { id: "desc" },
    select: { id: true, endpointId: true, createdAt: true, endsAt: true },
  });

/** A rehearsal with its events and the steps that can be taken now. Null if it is unknown, over or another partner's. */
export async function findRehearsal(ctx: Ctx<PortalUserActor>, { rehearsalId: id }: { rehearsalId: string }) {
  const { partnerId } = ctx.actor;
  if (!isId(id)) return null;
  const row = await db.rehearsal.findUnique({ where: { id_partnerId: { id, partnerId } } });
  const now = clock.now();
  if (!row || row.endsAt <= now) return null;
  const { events, ...rehearsal } = row;
  const available = Object.entries(STEPS).flatMap(([name, { may }]) => (may(row, now) ? [name] : []));
  return {
    ...rehearsal,
    externalUserId: externalUserIdOf(row),
    /** When the scene's shortened time to sign is over. Null without one. */
    clockAt: rehearsal.isClock ? rehearsal.expiresAt : null,
    available,
    sent: await findEvents(ctx, events),
  };
}

export type ShownRehearsal = NonNullable<Awaited<ReturnType<typeof findRehearsal>>>;
