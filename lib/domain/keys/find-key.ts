import { LRUCache } from "lru-cache";
import { pool } from "@/lib/platform/db";

/** What authentication needs to know of a key. `hash` in hex. */
export type KeyRecord = {
  id: string;
  partnerId: string;
  hash: string;
  mode: "live" | "test";
  /** Epoch milliseconds; null for never. */
  expiresAt: number | null;
  revokeAt: number | null;
  revokedAt: number | null;
  partnerActive: boolean;
};

type Row = {
  id: string;
  partner_id: string;
  mode: "live" | "test";
  expires_at: Date | null;
  revoke_at: Date | null;
  revoked_at: Date | null;
  partner_active: boolean;
};

/** Times are of the process's own monotonic clock: this is about how old a copy may be, not about business time. */
type Cached = { record: KeyRecord; readAt: number; usedAt: number };

type Cache = {
  records: LRUCache<string, Cached>;
  reading: Map<string, Promise<KeyRecord | null>>;
  timer: NodeJS.Timeout | undefined;
};

// A key revoked on another node must be refused within a second; the rest is room for a slow tick.
const FRESH_MS = 900;
const MAX_CACHED = 10_000;
// Keys in use are read anew together before they grow stale: one query for all of them, and none that a call waits for.
const REFRESH_EVERY_MS = 400;

// On globalThis: the portal that revokes (in Next) and the API that checks (in our own server) are two module graphs.
const KEY = Symbol.for("vellum.keyCache");
const shared = globalThis as { [KEY]?: Cache };

function cache(): Cache {
  shared[KEY] ??= { records: new LRUCache({ max: MAX_CACHED }), reading: new Map(), timer: undefined };
  return shared[KEY];
}

/**
 * The key with this SHA-256, also when it is revoked or expired (ask `isUsable`); null for an unknown one. At most a
 * second old. Unknown keys are never cached, so that a new key works at once. Contract: Authentication, 5.
 */
export async function findKeyByHash(hash: Buffer): Promise<KeyRecord | null> {
  const hex = hash.toString("hex");
  const { records, reading } = cache();
  const known = records.get(hex);
  const now = performance.now();
  if (known && now - known.readAt < FRESH_MS) {
    known.usedAt = now;
    return known.record;
  }
  const underway = reading.get(hex);
  if (underway) return underway;
  const readAt = performance.now();
  const read: Promise<KeyRecord | null> = readKey(hash, hex)
    .then((record) => {
      // Forgotten while being read: those who waited may have it, the cache may not.
      if (record && reading.get(hex) === read) {
        records.set(hex, { record, readAt, usedAt: readAt });
        scheduleRefresh();
      }
      return record;
    })
    .finally(() => {
      if (reading.get(hex) === read) reading.delete(hex);
    });
  reading.set(hex, read);
  return read;
}

/** Whether a key opens the door at a moment (epoch milliseconds): not revoked, not due to be, not expired. */
export function isUsable(key: KeyRecord, now: number): boolean {
  return (
    key.revokedAt === null &&
    (key.revokeAt === null || key.revokeAt > now) &&
    (key.expiresAt === null || key.expiresAt > now)
  );
}

/** Makes this node read a key anew. To be called after every committed change to the key. */
export function forgetKey(hash: Uint8Array): void {
  const hex = Buffer.from(hash).toString("hex");
  cache().records.delete(hex);
  // A read that began before the change may still bring the old state; later calls must not join it.
  cache().reading.delete(hex);
}

/** Makes this node read all keys of a partner anew. To be called after a committed change to the partner's status. */
export function forgetPartnerKeys(partnerId: string): void {
  const { records, reading } = cache();
  for (const [hex, { record }] of records.entries()) if (record.partnerId === partnerId) records.delete(hex);
  reading.clear();
}

function scheduleRefresh(): void {
  const state = cache();
  state.timer ??= setTimeout(() => void refresh(), REFRESH_EVERY_MS).unref();
}

/** Reads anew what was used since the last time, for as long as something is. */
async function refresh(): Promise<void> {
  const state = cache();
  const readAt = performance.now();
  const inUse = new Map<string, Cached>();
  for (const [hex, cached] of state.records.entries()) {
    // They come in the order of their last use.
    if (cached.usedAt < readAt - REFRESH_EVERY_MS * 1.5) break;
    inUse.set(hex, cached);
  }
  try {
    if (inUse.size > 0) await renew(state, inUse, readAt);
  } catch {
    // What stays unread grows stale, and the calls that then read it tell of the failure.
  } finally {
    state.timer = undefined;
    if (inUse.size > 0) scheduleRefresh();
  }
}

async function renew({ records }: Cache, inUse: ReadonlyMap<string, Cached>, readAt: number): Promise<void> {
  const hashes = [...inUse.keys()].map((hex) => Buffer.from(hex, "hex"));
  const { rows } = await pool().query<Row & { hash: Buffer }>({
    name: "renew_keys",
    text: RENEW_QUERY,
    values: [hashes],
  });
  const found = new Map(rows.map((row) => [row.hash.toString("hex"), row]));
  for (const [hex, cached] of inUse) {
    // Forgotten or replaced while being read: what was read may be older than the reason for that.
    if (records.peek(hex) !== cached) continue;
    const row = found.get(hex);
    if (!row) records.delete(hex);
    else Object.assign(cached, { record: recordOf(row, hex), readAt });
  }
}

async function readKey(hash: Buffer, hex: string): Promise<KeyRecord | null> {
  const { rows } = await pool().query<Row>({ name: "find_key_by_hash", text: QUERY, values: [hash] });
  return rows[0] ? recordOf(rows[0], hex) : null;
}

function recordOf(row: Row, hex: string): KeyRecord {
  return {
    id: row.id,
    partnerId: row.partner_id,
    hash: hex,
    mode: row.mode,
    expiresAt: row.expires_at?.getTime() ?? null,
    revokeAt: row.revoke_at?.getTime() ?? null,
    revokedAt: row.revoked_at?.getTime() ?? null,
    partnerActive: row.partner_active,
  };
}

const COLUMNS = `
  k.id, k.partner_id, k.mode::text as mode, k.expires_at, k.revoke_at, k.revoked_at, p.status = 'active' as partner_active`;
const QUERY = `select ${COLUMNS} from api_keys k join partners p on p.id = k.partner_id where k.hash = $1`;
const RENEW_QUERY = `select k.hash, ${COLUMNS} from api_keys k join partners p on p.id = k.partner_id where k.hash = any($1::bytea[])`;
