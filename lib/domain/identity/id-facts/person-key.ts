import { clock } from "@/lib/platform/clock";
import { newDataKey, open, SealBroken, seal, unwrapKey, wrapKey } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import { sealedColumn } from "@/lib/platform/sealed-column";

const OWNER = "person-key";

/** The key that seals one person's data, created on first use. Of two parallel calls, both get the key stored first. */
export async function personKey(tx: Pick<Tx, "personKey">, userId: string): Promise<Buffer> {
  const found = await tx.personKey.findUnique({ where: { userId } });
  if (found) return unwrapKey(found.wrappedKey, [OWNER, userId]);
  await tx.personKey.createMany({
    data: [{ userId, wrappedKey: Buffer.from(wrapKey(newDataKey(), [OWNER, userId])), createdAt: clock.now() }],
    skipDuplicates: true,
  });
  const stored = await tx.personKey.findUniqueOrThrow({ where: { userId } });
  return unwrapKey(stored.wrappedKey, [OWNER, userId]);
}

/** The keys of several persons, each opened when it is asked for. That throws `SealBroken` for a key that is missing or changed. */
export async function personKeys(
  tx: Pick<Tx, "personKey">,
  userIds: readonly string[],
): Promise<(userId: string) => Buffer> {
  const rows = userIds.length === 0 ? [] : await tx.personKey.findMany({ where: { userId: { in: [...userIds] } } });
  const wrapped = new Map(rows.map(({ userId, wrappedKey }) => [userId, wrappedKey]));
  return (userId) => {
    const found = wrapped.get(userId);
    if (!found) throw new SealBroken("Sealed under a person's key that the database does not have.");
    return unwrapKey(found, [OWNER, userId]);
  };
}

/** The column of persons' keys, for a change of the master key. */
export const personKeyColumn = sealedColumn({
  table: "person_keys",
  id: "user_id",
  owner: "user_id",
  column: "wrapped_key",
  renew: ({ owner, sealed }) => wrapKey(unwrapKey(sealed, [OWNER, owner]), [OWNER, owner]),
});

type CheckOfPerson = { id: string; userId: string };

/** Seals a document's number. It opens for this check only. */
export async function sealDocumentNumber(
  tx: Pick<Tx, "personKey">,
  check: CheckOfPerson,
  documentNumber: string,
): Promise<Buffer> {
  return seal(Buffer.from(documentNumber), await personKey(tx, check.userId), [
    "document-number",
    check.id,
    check.userId,
  ]);
}

/** The number of a check's document. Throws `SealBroken` when it was changed or moved. */
export async function openDocumentNumber(
  tx: Pick<Tx, "personKey">,
  check: CheckOfPerson & { documentNumber: Uint8Array | null },
): Promise<string | null> {
  if (check.documentNumber === null) return null;
  const key = await personKey(tx, check.userId);
  return open(check.documentNumber, key, ["document-number", check.id, check.userId]).toString();
}
