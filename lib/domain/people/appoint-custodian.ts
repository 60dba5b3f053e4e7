import { inTransaction } from "@/lib/platform/db";
import type { Ctx, SystemActor } from "../context";
import { record } from "../ledger";
import { ensureUser } from "./ensure-user";

/**
 * Makes the person with this address one of the service's own custodians. Nothing changes for one who is already.
 * Throws `ZodError` for what is no address.
 */
export async function appointCustodian(
  ctx: Ctx<SystemActor>,
  { email }: { email: string },
): Promise<{ userId: string; appointed: boolean }> {
  return inTransaction(async (tx) => {
    const { id } = await ensureUser(tx, email);
    const { count } = await tx.user.updateMany({ where: { id, staffRole: null }, data: { staffRole: "custodian" } });
    if (count === 1) record(tx, { ctx, action: "custodian.appointed", subject: { kind: "user", id } });
    return { userId: id, appointed: count === 1 };
  });
}
