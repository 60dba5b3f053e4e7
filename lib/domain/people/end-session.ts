import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";

/** Ends one of the person's sessions: the next request with it is refused. Throws `NotFound` when it is not theirs. */
export async function endSession(ctx: Ctx<PersonActor>, { sessionId }: { sessionId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await endLiving(tx, ctx, sessionId))) throw new NotFound("This session has ended already.");
  });
}

/** `endSession` in a transaction. False when the person has no such session; one that outlived its time ended by itself. */
export async function endLiving(tx: Tx, ctx: Ctx<PersonActor>, id: string): Promise<boolean> {
  const { userId } = ctx.actor;
  const { count } = await tx.session.deleteMany({ where: { id, userId, expires: { gt: clock.now() } } });
  if (count > 0) record(tx, { ctx, action: "session.ended", subject: { kind: "user", id: userId } });
  return count > 0;
}
