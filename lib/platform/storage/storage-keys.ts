import { clock } from "@/lib/platform/clock";
import { newDataKey, unwrapKey, wrapKey } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { sealedColumn } from "@/lib/platform/sealed-column";

/** A key under which objects on the disk are sealed, each with a key of its own that is derived from it. */
export type StorageKey = { id: string; key: Buffer };

/** Where a driver has its keys from. */
export type StorageKeys = {
  /** The one for what is written now. */
  current: () => Promise<StorageKey>;
  find: (id: string) => Promise<StorageKey | null>;
};

const OWNER = "storage-key";
const known = new Map<string, StorageKey>();
let newest: StorageKey | undefined;

/** The keys in the database, where they rest wrapped under the master key. The first one is made when it is asked for. */
export const storageKeys: StorageKeys = {
  async current() {
    if (newest) return newest;
    // Two processes that make one at once have two, and both are good.
    const row = (await db.storageKey.findFirst({ orderBy: { id: "desc" } })) ?? (await makeKey());
    newest = opened(row);
    return newest;
  },
  async find(id) {
    const row = known.has(id) ? null : await db.storageKey.findUnique({ where: { id } });
    return known.get(id) ?? (row && opened(row));
  },
};

/** Where these keys rest, for a change of master key. */
export const storageKeyColumn = sealedColumn({
  table: "storage_keys",
  id: "id",
  owner: "id",
  column: "wrapped_key",
  renew: ({ owner, sealed }) => wrapKey(unwrapKey(sealed, [OWNER, owner]), [OWNER, owner]),
});

function makeKey() {
  const id = newId();
  const wrappedKey = Buffer.from(wrapKey(newDataKey(), [OWNER, id]));
  return db.storageKey.create({ data: { id, wrappedKey, createdAt: clock.now() } });
}

function opened({ id, wrappedKey }: { id: string; wrappedKey: Uint8Array }): StorageKey {
  const key = { id, key: unwrapKey(wrappedKey, [OWNER, id]) };
  known.set(id, key);
  return key;
}
