import type { Tx } from "@/lib/platform/db";

// Row locks that more than one subject takes; those of one subject are in its folder (`lockAccount`, `lockCheck`). A
// transaction takes a check before its person, a person before their accounts, and an account before its partner: two that
// want the same rows in the same order wait for each other, two that want them in different orders block each other. So
// whoever has changed a partner (its team, its keys, what it pays) settles accounts in transactions that come after. Not FOR
// UPDATE here: that would stop every insert that refers to the person or the partner, provisioning among them.

/**
 * Lock a person for the rest of the transaction. Whatever links a person to an account, or changes what is known of the
 * person, takes this lock: an approval and an identity decided at the same moment cannot miss each other.
 */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
}

/**
 * Keep a partner as it is for the rest of the transaction, which goes by what it reads of it; others may do the same at once.
 * A change of the partner that is under way is waited for, and one that comes later waits: whoever settles the partner's
 * accounts after that change finds this one as it will be.
 */
export async function lockPartnerShared(tx: Tx, partnerId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM partners WHERE id = ${partnerId} FOR SHARE`;
}

/** Lock a partner for the rest of the transaction: changes of its team and keys happen one after another. False when there is none. */
export async function lockPartner(tx: Tx, partnerId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<
    unknown[]
  >`SELECT 1 AS locked FROM partners WHERE id = ${partnerId} FOR NO KEY UPDATE`;
  return rows.length > 0;
}
