import { db, inTransaction } from "@/lib/platform/db";

/**
 * Begins anew for tests that count all persons' keys of the database, and all that waits to be mailed: those of kept
 * records, which other tests of the same worker made, would stay otherwise.
 */
export async function clearPersonKeys(): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.$executeRaw`ALTER TABLE person_keys DISABLE TRIGGER USER`;
    await tx.personKey.deleteMany();
    await tx.$executeRaw`ALTER TABLE person_keys ENABLE TRIGGER USER`;
  });
  await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
}
