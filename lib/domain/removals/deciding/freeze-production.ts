import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { ASK_LINKED, openTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { askLinked, findUnfrozen, freezeProduction } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db, inTransaction, isDatabasesFault } from "@/lib/platform/db";
import { defineTask } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { FREEZE, takedownTime } from "../deadline";
import { lockRequest } from "./locked-request";

const AT_ONCE = 500;

/** Freezes a production if its request wasn't decided in time. Filing schedules this, and a sweep catches lost jobs. */
export const freezeProductionTask = defineTask(
  FREEZE,
  z.object({ productionId: z.string(), removalRequestId: z.string() }),
  async (of, { requestId }) => {
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "removals" }, requestId };
    const takedown = await db.productionTakedown.findUnique({
      where: { productionId_removalRequestId: of },
      select: { freezesAt: true },
    });
    // An appeal may have given it more time.
    if (!takedown || takedown.freezesAt > clock.now()) return;
    await inTransaction((tx) => freezeProduction(tx, ctx, of));
  },
);

/** Freezes what is due: for jobs that were lost. */
export async function freezeDue(ctx: Ctx<SystemActor>): Promise<void> {
  for (const { freezesAt, ...of } of await findUnfrozen(AT_ONCE)) {
    if (freezesAt > clock.now()) return;
    await inTransaction((tx) => freezeProduction(tx, ctx, of)).catch((error: unknown) => {
      if (isDatabasesFault(error)) throw error;
      log.error({ err: error, ...of }, "a production could not be frozen, will be retried");
    });
  }
}

/**
 * Asks partners that were linked to a production while requests named it, which they would otherwise not hear of. Safe to repeat.
 */
export const askLinkedTask = defineTask(
  ASK_LINKED,
  z.object({ productionId: z.string() }),
  async ({ productionId }, { requestId }) => {
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "removals" }, requestId };
    const where = { productionId, status: { in: ["open" as const, "confirmed" as const] } };
    for (const { id, requestId: of } of await db.removalItem.findMany({ where, orderBy: { id: "asc" } })) {
      await inTransaction(async (tx) => {
        const request = await lockRequest(tx, of);
        const item = await tx.removalItem.findUnique({ where: { ...where, id }, include: { takedowns: true } });
        if (!item) return;
        const running = item.takedowns.filter(({ closedAt }) => closedAt === null);
        const time = takedownTime(request, item);
        const partnerIds = await askLinked(tx, {
          productionId,
          removalRequestId: of,
          legalBasis: request.legalBasis,
          performerEmailHash: hexOf(request.emailSha256),
          requestedAt: time.requestedAt,
          removalDeadline: time.deadlineAt,
          asked: running.map(({ partnerId }) => partnerId),
        });
        await openTakedowns(tx, ctx, { itemId: id, partnerIds, ...time });
      });
    }
  },
);
