import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { nameText } from "./name-text";

const PASSKEY_NAME_MAX = 60;
/** What a person calls a passkey. */
export const PasskeyName = nameText(PASSKEY_NAME_MAX, "Give the passkey a name.");

/** Gives a passkey another name. Throws `NotFound` when it is not the person's. */
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
    if (count === 0) throw new NotFound("This passkey is gone already.");
    record(tx, { ctx, action: "passkey.renamed", subject: { kind: "user", id: ctx.actor.userId } });
  });
}
