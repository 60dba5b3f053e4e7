import type { Tx } from "@/lib/platform/db";

// Row locks that more than one subject takes; those of one subject are in its folder (`lockAccount`, `lockCheck`). A
// transaction takes a check before its person, and a person before their accounts: two that want the same rows in the
// same order wait for each other, two that want them in different orders block each other. Not FOR UPDATE here: that
// would stop every insert that refers to the person or the partner, provisioning among them.

/**
 * Lock a person for the rest of the transaction. Whatever links a person to an account, or changes what is known of the
 * person, takes this lock: an approval and an identity decided at the same moment cannot miss each other.
 */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
}

/** Lock a partner for the rest of the transaction: changes of its team and keys happen one after another. False when there is none. */
export async function lockPartner(tx: Tx, partnerId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<
    unknown[]
  >`SELECT 1 AS locked FROM partners WHERE id = ${partnerId} FOR NO KEY UPDATE`;
  return rows.length > 0;
}
