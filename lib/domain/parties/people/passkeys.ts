import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { nameText } from "./users";

/** A passkey as its owner sees it. */
export type PasskeyRow = {
  credentialId: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Synced by a password manager or a platform account, so it outlives the device. */
  synced: boolean;
};

/** A person's passkeys, newest first. */
export async function listPasskeys(ctx: Ctx<PersonActor>): Promise<PasskeyRow[]> {
  const rows = await db.authenticator.findMany({
    where: { userId: ctx.actor.userId },
    orderBy: [{ createdAt: "desc" }, { credentialID: "asc" }],
    select: { credentialID: true, name: true, createdAt: true, lastUsedAt: true, credentialBackedUp: true },
  });
  return rows.map(({ credentialID, name, credentialBackedUp, ...row }) => ({
    ...row,
    credentialId: credentialID,
    name: name ?? "Passkey",
    synced: credentialBackedUp,
  }));
}

const PASSKEY_NAME_MAX = 60;
/** A passkey's name. */
export const PasskeyName = nameText(PASSKEY_NAME_MAX, "Give the passkey a name.");

/** Renames a passkey. Throws `NotFound` if it isn't the person's. */
export async function renamePasskey(
  ctx: Ctx<PersonActor>,
  input: { credentialId: string; name: string },
): Promise<void> {
  const name = PasskeyName.parse(input.name);
  await inTransaction(async (tx) => {
    const { count } = await tx.authenticator.updateMany({
      where: { credentialID: input.credentialId, userId: ctx.actor.userId },
      data: { name },
    });
    if (count === 0) throw new NotFound("This passkey no longer exists.");
    record(tx, { ctx, action: "passkey.renamed", subject: { kind: "user", id: ctx.actor.userId } });
  });
}

/** Removes a passkey. Sessions it started continue. Throws `NotFound`. */
export async function removePasskey(ctx: Ctx<PersonActor>, { credentialId }: { credentialId: string }): Promise<void> {
  const { userId } = ctx.actor;
  await inTransaction(async (tx) => {
    const passkey = await tx.authenticator.findFirst({ where: { credentialID: credentialId, userId } });
    if (!passkey) throw new NotFound("This passkey no longer exists.");
    await tx.authenticator.deleteMany({ where: { credentialID: credentialId, userId } });
    await tx.signInAccount.deleteMany({ where: { userId, providerAccountId: passkey.providerAccountId } });
    record(tx, { ctx, action: "passkey.removed", subject: { kind: "user", id: userId } });
  });
}
