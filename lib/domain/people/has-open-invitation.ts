import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";

/** Whether a mailbox without an account may make one by signing in: somebody has invited it to a partner's team. */
export async function hasOpenInvitation(tx: Pick<Tx, "partnerInvitation">, email: string): Promise<boolean> {
  const found = await tx.partnerInvitation.findFirst({
    where: { email, acceptedAt: null, withdrawnAt: null, expiresAt: { gt: clock.now() } },
    select: { id: true },
  });
  return found !== null;
}
