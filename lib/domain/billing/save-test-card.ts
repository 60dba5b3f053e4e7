import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { NotFound, Unprocessable } from "@/lib/platform/errors";
import { payments } from "@/lib/platform/payments/payments";
import type { TestCard } from "@/lib/platform/payments/states";
import { ensureCustomer } from "./customers";
import { syncCustomer } from "./sync-customer";

type SavedTestCard = { personId: string; email: string; card: TestCard; brand: string; last4: string };

/**
 * Saves a test card of the Stripe stand-in for a person and makes it their default. Throws `NotFound` for an unknown address,
 * 422 `not_a_trial` where payments go to Stripe, and `PaymentsUnavailable`.
 */
export async function saveTestCard(
  ctx: Ctx<SystemActor>,
  { email, card }: { email: string; card: TestCard },
): Promise<SavedTestCard> {
  if (!env().stripe.standIn) {
    throw new Unprocessable("not_a_trial", "Test cards work only with the Stripe stand-in. This service uses Stripe.");
  }
  const person = await db.user.findUnique({ where: { email }, select: { id: true } });
  if (!person) throw new NotFound(`No account has the address ${email}.`);
  const customer = await ensureCustomer({ userId: person.id });
  const { id, brand, last4 } = await payments().saveTestCard({ customer, card });
  await payments().adoptCard({ customer, card: id });
  await syncCustomer(ctx, customer);
  return { personId: person.id, email, card, brand, last4 };
}
