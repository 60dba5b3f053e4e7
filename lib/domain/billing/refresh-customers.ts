import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { PaymentsUnavailable } from "@/lib/platform/payments/driver";
import { STAND_IN_CUSTOMER } from "@/lib/platform/payments/stripe-client";
import { syncCustomer } from "./sync-customer";

const AT_ONCE = 500;

/**
 * Syncs every customer that is due, in case a message was lost: subscriptions daily and after each period, open checkouts
 * and partners' invoices hourly, an unpaid renewal when its grace period ends. Returns how many it synced.
 */
export async function refreshCustomers(ctx: Ctx<SystemActor>): Promise<number> {
  // Stripe doesn't know customers of its stand-in. Syncing them ends their trial subscriptions.
  const ofTrial = env().stripe.standIn ? [] : [{ id: { startsWith: STAND_IN_CUSTOMER } }];
  const due = await db.paymentCustomer.findMany({
    where: { goneAt: null, OR: [{ lookAgainAt: { lte: clock.now() } }, ...ofTrial] },
    orderBy: { lookAgainAt: "asc" },
    take: AT_ONCE,
    select: { id: true },
  });
  let synced = 0;
  for (const { id } of due) {
    try {
      await syncCustomer(ctx, id);
      synced++;
    } catch (error) {
      if (error instanceof PaymentsUnavailable) throw error;
      // One failure must not block the others.
      log.error({ err: error, customer: id }, "a customer could not be synced");
      const lookAgainAt = new Date(clock.now().getTime() + HOUR_MS);
      await db.paymentCustomer.update({ where: { id }, data: { lookAgainAt } });
    }
  }
  return synced;
}

export const refreshCustomersTask = defineTask("refresh_payment_customers", z.unknown(), async (_, { requestId }) => {
  const ctx = { actor: { kind: "system", name: "refresh_payment_customers" }, requestId } as const;
  await refreshCustomers(ctx);
});

export const refreshCustomersSchedule: Schedule = { task: refreshCustomersTask, cron: "*/10 * * * *" };
