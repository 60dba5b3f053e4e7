import type { Ctx, PersonActor } from "@/lib/domain/context";
import { Conflict } from "@/lib/platform/errors";
import { openPortalPage } from "./open-page";

/**
 * Let the acting person change cards, see receipts and cancel: the address of the processor's page. Throws 409
 * `no_customer` for one who has never begun to pay, and `PaymentsUnavailable`.
 */
export async function openBillingPortal(ctx: Ctx<PersonActor>, { returnTo }: { returnTo: string }): Promise<string> {
  const url = await openPortalPage({ userId: ctx.actor.userId }, { returnTo });
  if (!url) throw new Conflict("no_customer", "There is nothing to manage yet.");
  return url;
}
