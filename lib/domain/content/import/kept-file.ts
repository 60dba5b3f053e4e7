import { storage } from "@/lib/platform/storage/storage";
import { arrivalKey, importKey } from "./finish-import";

/**
 * Takes the file of an import out of the reach of its URL, once: what is checked is what is imported, and what is imported is
 * what the ledger has the hash of. Throws `ObjectMissing`.
 */
export async function keepArrived(about: { partnerId: string; id: string }): Promise<void> {
  const [from, to] = [arrivalKey(about), importKey(about)];
  if (await storage().exists(to)) return;
  await storage()
    .snapshot(from, to)
    .catch(async (error: unknown) => {
      // Another run of the same import may have been first.
      if (!(await storage().exists(to))) throw error;
    });
  // Best effort: what stays is swept up.
  await storage()
    .delete(from)
    .catch(() => undefined);
}
