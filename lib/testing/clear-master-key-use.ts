import { db } from "@/lib/platform/db";
import { asOwner } from "./owner";

/**
 * Begins anew for tests that count everything under the master key: all persons' keys of the database, all secrets of
 * webhooks and all that waits to be mailed, which other tests of the same worker made and would stay otherwise.
 */
export async function clearMasterKeyUse(): Promise<void> {
  await asOwner(`
    BEGIN;
    ALTER TABLE person_keys DISABLE TRIGGER USER;
    DELETE FROM person_keys;
    ALTER TABLE person_keys ENABLE TRIGGER USER;
    ALTER TABLE storage_keys DISABLE TRIGGER USER;
    DELETE FROM storage_keys;
    ALTER TABLE storage_keys ENABLE TRIGGER USER;
    COMMIT`);
  await db.webhookSecret.deleteMany();
  await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
}
