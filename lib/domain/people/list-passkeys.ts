import type { Ctx, PersonActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";

/** A passkey as its owner sees it. */
export type PasskeyRow = {
  credentialId: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Kept by a password manager or a platform account, so that it outlives the device. */
  synced: boolean;
};

/** A person's passkeys, the newest first. */
export async function listPasskeys(ctx: Ctx<PersonActor>): Promise<PasskeyRow[]> {
  const rows = await db.authenticator.findMany({
    where: { userId: ctx.actor.userId },
    orderBy: { createdAt: "desc" },
    select: { credentialID: true, name: true, createdAt: true, lastUsedAt: true, credentialBackedUp: true },
  });
  return rows.map(({ credentialID, name, credentialBackedUp, ...row }) => ({
    ...row,
    credentialId: credentialID,
    name: name ?? "Passkey",
    synced: credentialBackedUp,
  }));
}
