import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";

/** Removes a passkey: it signs nobody in any more. Sessions that it began go on. Throws `NotFound`. */
export async function removePasskey(ctx: Ctx<PersonActor>, { credentialId }: { credentialId: string }): Promise<void> {
  const { userId } = ctx.actor;
  await inTransaction(async (tx) => {
    const passkey = await tx.authenticator.findFirst({ where: { credentialID: credentialId, userId } });
    if (!passkey) throw new NotFound("This passkey is gone already.");
    await tx.authenticator.deleteMany({ where: { credentialID: credentialId, userId } });
    await tx.signInAccount.deleteMany({ where: { userId, providerAccountId: passkey.providerAccountId } });
    record(tx, { ctx, action: "passkey.removed", subject: { kind: "user", id: userId } });
  });
}
