import { db, inTransaction } from "@/lib/platform/db";

/**
 * Begins anew for tests that count everything under the master key: all persons' keys of the database, all secrets of
 * webhooks and all that waits to be mailed, which other tests of the same worker made and would stay otherwise.
 */
export async function clearMasterKeyUse(): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.$executeRaw`ALTER TABLE person_keys DISABLE TRIGGER USER`;
    await tx.personKey.deleteMany();
    await tx.$executeRaw`ALTER TABLE person_keys ENABLE TRIGGER USER`;
    await tx.webhookSecret.deleteMany();
  });
  await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
}
