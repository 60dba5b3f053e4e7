import type { Ctx } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { PaymentsUnavailable } from "@/lib/platform/payments/driver";
import { lookAtCustomer } from "./look-at-customer";

export type FinishedCheckout = {
  /** The path of ours that the person came from. */
  returnTo: string;
  /** `pending`: the processor cannot say yet, or is not reached; a message will follow. */
  outcome: "paid" | "saved" | "pending";
};

/**
 * The person has come back from the processor's page: see at once what became of it, without waiting for a message. Null
 * when there is no such checkout.
 */
export async function finishCheckout(ctx: Ctx, checkoutId: string): Promise<FinishedCheckout | null> {
  const checkout = await findCheckout(checkoutId);
  if (!checkout) return null;
  try {
    await lookAtCustomer(ctx, checkout.customerId);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn({ err: error, checkout: checkoutId }, "the processor could not be asked what became of a checkout");
  }
  const { status } = await db.paymentCheckout.findUniqueOrThrow({ where: { id: checkoutId } });
  const done = checkout.mode === "subscription" ? "paid" : "saved";
  return { returnTo: checkout.returnTo, outcome: status === "complete" ? done : "pending" };
}

/** The path of ours from which a person went to a checkout; null when there is none of that id. */
export const findReturnPath = async (checkoutId: string): Promise<string | null> =>
  (await findCheckout(checkoutId))?.returnTo ?? null;

const findCheckout = async (id: string) => (isId(id) ? db.paymentCheckout.findUnique({ where: { id } }) : null);
