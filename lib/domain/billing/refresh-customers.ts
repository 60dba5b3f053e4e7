import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/context";
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
 * Look at every customer whose time has come, so that a message that was lost only delays what it told of: subscriptions
 * once a day and after each period's end, open checkouts and what partners owe each hour, an unpaid renewal when its grace
 * is over. Returns how many were looked at.
 */
export async function refreshCustomers(ctx: Ctx<SystemActor>): Promise<number> {
  // Stripe knows none of its stand-in's customers: what those paid for in a trial ends with the first look.
  const ofTrial = env().stripe.standIn ? [] : [{ id: { startsWith: STAND_IN_CUSTOMER } }];
  const due = await db.paymentCustomer.findMany({
    where: { goneAt: null, OR: [{ lookAgainAt: { lte: clock.now() } }, ...ofTrial] },
    orderBy: { lookAgainAt: "asc" },
    take: AT_ONCE,
    select: { id: true },
  });
  let looked = 0;
  for (const { id } of due) {
    try {
      await syncCustomer(ctx, id);
      looked++;
    } catch (error) {
      if (error instanceof PaymentsUnavailable) throw error;
      // One that cannot be looked at must not keep the others waiting.
      log.error({ err: error, customer: id }, "a customer could not be looked at");
      const lookAgainAt = new Date(clock.now().getTime() + HOUR_MS);
      await db.paymentCustomer.update({ where: { id }, data: { lookAgainAt } });
    }
  }
  return looked;
}

export const refreshCustomersTask = defineTask("refresh_payment_customers", z.unknown(), async (_, { requestId }) => {
  const ctx = { actor: { kind: "system", name: "refresh_payment_customers" }, requestId } as const;
  await refreshCustomers(ctx);
});

export const refreshCustomersSchedule: Schedule = { task: refreshCustomersTask, cron: "*/10 * * * *" };
