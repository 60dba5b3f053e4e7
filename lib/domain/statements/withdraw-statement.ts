import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { inTransaction } from "@/lib/platform/db";

/**
 * Take a person's statement from the public; its versions are kept. False when none was public. The address leads nowhere
 * then, like one that never was.
 */
export function withdrawStatement(ctx: Ctx<PersonActor>): Promise<{ withdrawn: boolean }> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    const { count } = await tx.statement.updateMany({
      where: { userId, publishedVersion: { not: null } },
      data: { publishedVersion: null },
    });
    if (count > 0) record(tx, { ctx, action: "statement.withdrawn", subject: { kind: "person", id: userId } });
    return { withdrawn: count > 0 };
  });
}
