import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";

/**
 * A person no longer uses a name. It stays in the index, because what was published under it must be found by it; false
 * when it was retired before. Throws `NotFound` for a name that is not theirs.
 */
export function retireAlias(ctx: Ctx<PersonActor>, aliasId: string): Promise<{ changed: boolean }> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    const { count } = await tx.personAlias.updateMany({
      where: { id: aliasId, userId, retiredAt: null },
      data: { retiredAt: clock.now() },
    });
    if (count === 0) {
      if ((await tx.personAlias.count({ where: { id: aliasId, userId } })) === 0) throw new NotFound();
      return { changed: false };
    }
    record(tx, { ctx, action: "person_alias.retired", subject: { kind: "person", id: userId }, detail: { aliasId } });
    return { changed: true };
  });
}
