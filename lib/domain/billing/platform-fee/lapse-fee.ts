import { settleFundedAccounts } from "@/lib/domain/accounts";
import type { Ctx, SystemActor } from "@/lib/domain/context";
import { lockPartner } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { settleFee } from "./settle-fee";

/** `creators`: how many of the partner's creators were settled by this call; a job does the rest if it is cut short. */
export type Operated = { partnerId: string; changed: boolean; lapsed: boolean; creators: number };

/**
 * Let a partner's platform fee lapse, whatever its invoices say: every creator whom it funds is suspended, until
 * `payPlatformFee` or the payment of any invoice. Throws `NotFound`.
 */
export async function lapsePlatformFee(ctx: Ctx<SystemActor>, { partnerId }: { partnerId: string }): Promise<Operated> {
  const settled = await inTransaction(async (tx) => {
    if (!(await lockPartner(tx, partnerId))) throw new NotFound(`There is no partner ${partnerId}.`);
    await tx.partner.updateMany({
      where: { id: partnerId, platformFeeHeldAt: null },
      data: { platformFeeHeldAt: clock.now() },
    });
    return settleFee(tx, ctx, partnerId);
  });
  return { partnerId, ...settled, creators: await settleFundedAccounts(ctx, partnerId) };
}
