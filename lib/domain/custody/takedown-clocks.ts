import { actorId, type Ctx, type SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { TakedownOutcome } from "@/prisma/generated/client";
import { nextCheck } from "./takedown-checks";

// Shared by removals and by the records that they import: what a partner does to a record ends its clock.

/** For ledger entries that partners read: they must not tell a claimant with an account, or a withdrawal from a rejection. */
export const asSystem = (ctx: Ctx): Ctx<SystemActor> => ({
  requestId: ctx.requestId,
  actor: { kind: "system", name: "removals" },
});

type OfRecord = { depictionId: string } | { productionId: string } | { publicationId: string };

const isOf = (about: OfRecord): Prisma.Sql => {
  if ("depictionId" in about) return Prisma.sql`i.depiction_id = ${about.depictionId}`;
  if ("productionId" in about) return Prisma.sql`i.production_id = ${about.productionId}`;
  return Prisma.sql`i.publication_id = ${about.publicationId}`;
};

/** Ends a partner's open clocks about a record: it was taken down. */
export const endTakedowns = (tx: Tx, ctx: Ctx, { partnerId, ...about }: OfRecord & { partnerId: string }) =>
  end(tx, ctx, { outcome: "taken_down", of: Prisma.sql`t.partner_id = ${partnerId} AND ${isOf(about)}` });

/** Ends the open clocks of an item that was rejected or withdrawn. */
export const dropTakedowns = (tx: Tx, ctx: Ctx, { itemId }: { itemId: string }) =>
  end(tx, asSystem(ctx), { outcome: "no_longer_asked", of: Prisma.sql`i.id = ${itemId}` });

/** Whether a partner has an open clock about a record. */
export async function hasTakedown(tx: Tx, { partnerId, ...about }: OfRecord & { partnerId: string }): Promise<boolean> {
  const open = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS open FROM takedowns t JOIN removal_items i ON i.id = t.item_id
    WHERE t.partner_id = ${partnerId} AND t.closed_at IS NULL AND ${isOf(about)} LIMIT 1`;
  return open.length > 0;
}

type End = { outcome: TakedownOutcome; of: Prisma.Sql };

async function end(tx: Tx, ctx: Ctx, { outcome, of }: End): Promise<void> {
  const { actor } = ctx;
  // In one order, so that two ends at once don't wait for each other.
  const ended = await rowsIn<{ id: string; partnerId: string }>(tx)`
    UPDATE takedowns SET closed_at = ${clock.now()}, outcome = ${outcome}::takedown_outcome, closed_by_kind = ${actor.kind},
      closed_by_id = ${actorId(actor)}, check_at = ${outcome === "taken_down" ? clock.now() : null}
    WHERE id = ANY (ARRAY(
      SELECT t.id FROM takedowns t JOIN removal_items i ON i.id = t.item_id
      WHERE t.closed_at IS NULL AND ${of} ORDER BY t.id FOR NO KEY UPDATE OF t))
    RETURNING id, partner_id`;
  for (const { id, partnerId } of ended) {
    const subject = { kind: "takedown", id } as const;
    record(tx, { ctx, action: "takedown.closed", subject, partnerId, detail: { outcome } });
  }
}

/** The task that asks partners which were linked to a production while a request named it. */
export const ASK_LINKED = "ask_linked_partners";

type Opening = { itemId: string; partnerIds: readonly string[]; requestedAt: Date; deadlineAt: Date };

/** Starts the clocks of an item for partners that have none running for it. */
export async function openTakedowns(tx: Tx, ctx: Ctx, { itemId, partnerIds, ...time }: Opening): Promise<void> {
  // One time for all: the claimant's page shows them in this order, and must not tell which partner is which.
  const openedAt = clock.now();
  const checkAt = nextCheck(
    { openedAt, deadlineAt: time.deadlineAt, closedAt: null },
    { now: openedAt, isGone: false },
  );
  const rows = partnerIds.map((partnerId) => ({ id: newId(), itemId, partnerId, openedAt, checkAt, ...time }));
  const opened = await tx.takedown.createManyAndReturn({
    data: rows,
    skipDuplicates: true,
    select: { id: true, partnerId: true },
  });
  for (const { id, partnerId } of opened) {
    const subject = { kind: "takedown", id } as const;
    record(tx, { ctx: asSystem(ctx), action: "takedown.opened", subject, partnerId, detail: { itemId } });
  }
}

type Mailed = { partnerId: string; due: Prisma.Sql; marks: Prisma.Sql };

/** Marks a partner's open clocks whose mail is due, and returns them. */
export const markMailed = (tx: Tx, { partnerId, due, marks }: Mailed) =>
  rowsIn<{ id: string; deadlineAt: Date }>(tx)`
    UPDATE takedowns SET ${marks} WHERE partner_id = ${partnerId} AND closed_at IS NULL AND ${due}
      RETURNING id, deadline_at`;

/** Keeps what a partner's takedown URL answered. */
export async function keepAnswer(
  tx: Tx,
  { takedownId: id, partnerId, checkedStatus }: { takedownId: string; partnerId: string; checkedStatus: number },
): Promise<void> {
  await tx.takedown.updateMany({ where: { id, partnerId }, data: { checkedAt: clock.now(), checkedStatus } });
}
