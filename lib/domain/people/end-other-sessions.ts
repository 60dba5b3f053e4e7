import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { inTransaction } from "@/lib/platform/db";

/** Ends all of the person's sessions but one. */
export async function endOtherSessions(ctx: Ctx<PersonActor>, { keep }: { keep: string }): Promise<{ ended: number }> {
  return inTransaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { userId: ctx.actor.userId, id: { not: keep } } });
    if (count > 0) {
      const subject = { kind: "user" as const, id: ctx.actor.userId };
      record(tx, { ctx, action: "session.others_ended", subject, detail: { ended: count } });
    }
    return { ended: count };
  });
}
