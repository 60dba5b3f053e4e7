import { clock } from "@/lib/platform/clock";
import { newDataKey, unwrapKey, wrapKey } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { sealedColumn } from "@/lib/platform/sealed-column";

/** A key for objects on the disk. Each object is sealed under its own key, derived from this one. */
export type StorageKey = { id: string; key: Buffer };

/** Where a driver gets its keys. */
export type StorageKeys = {
  /** The key for new objects. */
  current: () => Promise<StorageKey>;
  find: (id: string) => Promise<StorageKey | null>;
};

const OWNER = "storage-key";
const known = new Map<string, StorageKey>();
let newest: StorageKey | undefined;

/** The keys in the database, wrapped under the master key. The first one is made when it is needed. */
export const storageKeys: StorageKeys = {
  async current() {
    if (newest) return newest;
    // Two processes may each make a first key. Both keys stay valid.
    const row = (await db.storageKey.findFirst({ orderBy: { id: "desc" } })) ?? (await makeKey());
    newest = opened(row);
    return newest;
  },
  async find(id) {
    const row = known.has(id) ? null : await db.storageKey.findUnique({ where: { id } });
    return known.get(id) ?? (row && opened(row));
  },
};

/** The column of these keys, for a change of master key. */
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
