import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";

/** Whether a mailbox without an account may make one by signing in: somebody has invited it to a partner's team. */
export async function hasOpenInvitation(tx: Pick<Tx, "partnerInvitation">, email: string): Promise<boolean> {
  const found = await tx.partnerInvitation.findFirst({
    where: { email, acceptedAt: null, withdrawnAt: null, expiresAt: { gt: clock.now() } },
    select: { id: true },
  });
  return found !== null;
}

/** Whether a proven mailbox may sign in: it has an account, or is invited to make one. */
export async function maySignIn(email: string): Promise<boolean> {
  const user = await db.user.findUnique({ where: { email }, select: { id: true } });
  return user !== null || hasOpenInvitation(db, email);
}
