import type { Ctx, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { emailAddress } from "@/lib/platform/wire";

/**
 * Ends a custodian's office: the role goes, every session ends, and links that have not been used open nothing. All of it
 * or nothing, and nothing for somebody who is no custodian: their sessions are their own. Whoever has another place here,
 * in a partner's team for instance, may sign in anew for that. The last one may go too; `custodiansLeft` tells.
 * Throws `NotFound` when nobody has this address, `ZodError` when it is none.
 */
export async function dismissCustodian(
  ctx: Ctx<SystemActor>,
  { email: address }: { email: string },
): Promise<{ userId: string; dismissed: boolean; custodiansLeft: number }> {
  const email = emailAddress.parse(address);
  const done = await inTransaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!user) throw new NotFound(`Nobody has the address ${email}.`);
    await lockUser(tx, user.id);
    const { count } = await tx.user.updateMany({
      where: { id: user.id, staffRole: "custodian" },
      data: { staffRole: null },
    });
    if (count === 0) return { userId: user.id, dismissed: false };
    const sessions = await tx.session.deleteMany({ where: { userId: user.id } });
    const links = await tx.verificationToken.deleteMany({ where: { identifier: email } });
    record(tx, {
      ctx,
      action: "custodian.dismissed",
      subject: { kind: "user", id: user.id },
      detail: { sessionsEnded: sessions.count, linksVoided: links.count },
    });
    return { userId: user.id, dismissed: true };
  });
  // After the commit: of two who dismiss the last two at once, the later one finds nobody.
  return { ...done, custodiansLeft: await db.user.count({ where: { staffRole: "custodian" } }) };
}
