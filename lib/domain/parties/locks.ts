import type { Tx } from "@/lib/platform/db";

// Row locks that several folders share. Lock in this order: identity check, person, upload session, scenes by id,
// production, account, partner. Any other order can deadlock. After changing a partner, derive its accounts' statuses in later
// transactions. Not FOR UPDATE, which would block every insert that refers to the person or partner, such as
// provisioning.

/**
 * Locks a person for the rest of the transaction. Required to link an account or change a person's facts, so that a
 * concurrent approval and ID decision see each other.
 */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
}

/**
 * Locks a partner against changes for the rest of the transaction. Several transactions may hold this lock at once. A
 * partner change waits for it, so the status derivation after that change sees this transaction's accounts.
 */
export async function lockPartnerShared(tx: Tx, partnerId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM partners WHERE id = ${partnerId} FOR SHARE`;
}

/** Locks a partner for the rest of the transaction, to change its team, keys or fee. False if it doesn't exist. */
export async function lockPartner(tx: Tx, partnerId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<
    unknown[]
  >`SELECT 1 AS locked FROM partners WHERE id = ${partnerId} FOR NO KEY UPDATE`;
  return rows.length > 0;
}
