import type { Ctx, PersonActor } from "@/lib/domain/context";
import { openSetupPage } from "./open-page";

/**
 * Save a card for later charges, without paying anything: the address of the processor's page. Throws
 * `PaymentsUnavailable`.
 */
export const startCardSetup = (ctx: Ctx<PersonActor>, { returnTo }: { returnTo: string }): Promise<string> =>
  openSetupPage(ctx, { userId: ctx.actor.userId }, { returnTo });
