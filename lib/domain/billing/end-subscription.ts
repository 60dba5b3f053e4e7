import { settleAccountsOfUser } from "@/lib/domain/accounts";
import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import type { Subscription } from "@/prisma/generated/client";

type End = {
  action: "subscription.lapsed" | "subscription.ended";
  /** Whether what the service gave counts on. */
  giftStays: boolean;
  detail?: Record<string, string | boolean | null>;
};

/**
 * End what a person's row says runs, without looking at the processor, with the ledger line and what follows for their
 * accounts. The person is locked. Returns whether anything counts as paid afterwards.
 */
export async function endSubscription(
  tx: Tx,
  ctx: Ctx,
  { userId, status, complimentarySince: given }: Subscription,
  { action, giftStays, detail }: End,
): Promise<boolean> {
  const now = clock.now();
  const complimentarySince = giftStays ? given : null;
  const active = complimentarySince !== null;
  await tx.subscription.update({
    where: { userId },
    data: {
      ...{ complimentarySince, active, status: status && "ended", endsAt: null, graceEndsAt: null },
      ...{ endedAt: active ? null : now, updatedAt: now },
    },
  });
  record(tx, { ctx, action, subject: { kind: "user", id: userId }, partnerId: null, ...(detail && { detail }) });
  if (!active) await settleAccountsOfUser(tx, ctx, userId);
  return active;
}
