import { z } from "zod";
import { enqueueFundedAccounts, findUnsettledFunders } from "@/lib/domain/accounts";
import type { Ctx, SystemActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { draftInvoices } from "./draft-invoices";
import { enqueueInvoice } from "./queue";
import { settleFee, UNPAID } from "./settle-fee";

const AT_ONCE = 500;

/**
 * What time brings: the invoices of a month that has begun, tries to pay that are due, fees that lapse. And what a lost job
 * left undone: creators who do not stand as their platform's fee says. Everything here may run twice at once.
 */
export async function sweepPlatformFees(ctx: Ctx<SystemActor>): Promise<void> {
  await draftInvoices(ctx);
  const now = clock.now();
  const due = await db.platformInvoice.findMany({
    where: { nextTryAt: { lte: now } },
    orderBy: { nextTryAt: "asc" },
    take: AT_ONCE,
    select: { id: true },
  });
  for (const { id } of due) await inTransaction((tx) => enqueueInvoice(tx, id));
  const overdue = await db.platformInvoice.findMany({
    where: { ...UNPAID, dueAt: { lte: now }, partner: { platformFeeLapsedAt: null } },
    distinct: ["partnerId"],
    select: { partnerId: true },
  });
  for (const { partnerId } of overdue) await inTransaction((tx) => settleFee(tx, ctx, partnerId));
  for (const partnerId of await findUnsettledFunders())
    await inTransaction((tx) => enqueueFundedAccounts(tx, partnerId));
}

export const sweepPlatformFeesTask = defineTask("sweep_platform_fees", z.unknown(), (_, { requestId }) =>
  sweepPlatformFees({ actor: { kind: "system", name: "sweep_platform_fees" }, requestId }),
);

export const sweepPlatformFeesSchedule: Schedule = { task: sweepPlatformFeesTask, cron: "*/10 * * * *" };
