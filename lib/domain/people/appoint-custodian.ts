import type { Ctx, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { ensureUser } from "./ensure-user";
import { CUSTODIAN_SESSION_MS } from "./session-life";

/**
 * Makes the person with this address one of the service's own custodians. Sessions that live get no longer than a
 * custodian's may. Nothing changes for one who is already.
 * Throws `ZodError` for what is no address.
 */
export async function appointCustodian(
  ctx: Ctx<SystemActor>,
  { email }: { email: string },
): Promise<{ userId: string; appointed: boolean }> {
  return inTransaction(async (tx) => {
    const { id } = await ensureUser(tx, email);
    await lockUser(tx, id);
    const { count } = await tx.user.updateMany({ where: { id, staffRole: null }, data: { staffRole: "custodian" } });
    if (count === 0) return { userId: id, appointed: false };
    const latest = new Date(clock.now().getTime() + CUSTODIAN_SESSION_MS);
    await tx.session.updateMany({ where: { userId: id, expires: { gt: latest } }, data: { expires: latest } });
    record(tx, { ctx, action: "custodian.appointed", subject: { kind: "user", id } });
    return { userId: id, appointed: true };
  });
}
