import { LRUCache } from "lru-cache";
import { hexOf } from "@/lib/platform/crypto";
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
type Cached = { record: KeyRecord; readAt: number };

type Cache = {
  records: LRUCache<string, Cached>;
  reading: Map<string, Promise<KeyRecord | null>>;
  /** The last question for changes that was answered, by the time it was asked; no change before it is unknown here. */
  changesReadAt: number;
  usedAt: number;
  timer: NodeJS.Timeout | undefined;
};

// A key revoked on another node must be refused within a second; the rest is room for a slow tick.
const FRESH_MS = 900;
// While keys are in use, changes are asked for before anything grows stale: one query for all, and none that a call waits for.
const ASK_EVERY_MS = 400;
// How far back that query looks: over the age that a copy may reach, and the longest transaction before its commit.
const LOOK_BACK_SECONDS = 60;
const MAX_AGE_MS = 30_000;
const MAX_CACHED = 10_000;

// On globalThis: the portal that revokes (in Next) and the API that checks (in our own server) are two module graphs.
const KEY = Symbol.for("vellum.keyCache");
const shared = globalThis as { [KEY]?: Cache };

function cache(): Cache {
  shared[KEY] ??= {
    records: new LRUCache({ max: MAX_CACHED }),
    reading: new Map(),
    changesReadAt: Number.NEGATIVE_INFINITY,
    usedAt: 0,
    timer: undefined,
  };
  return shared[KEY];
}

/**
 * The key with this SHA-256, also when it is revoked or expired (ask `isUsable`); null for an unknown one. At most a
 * second old. Unknown keys are never cached, so that a new key works at once. Contract: Authentication, 5.
 */
export async function findKeyByHash(hash: Buffer): Promise<KeyRecord | null> {
  const hex = hash.toString("hex");
  const state = cache();
  const known = state.records.get(hex);
  const now = performance.now();
  state.usedAt = now;
  if (known && isFresh(state, known, now)) return known.record;
  const underway = state.reading.get(hex);
  if (underway) return underway;
  const read: Promise<KeyRecord | null> = readKey(hash, hex)
    .then((record) => {
      // Forgotten while being read: those who waited may have it, the cache may not.
      if (record && state.reading.get(hex) === read) {
        state.records.set(hex, { record, readAt: now });
        askForChanges();
      }
      return record;
    })
    .finally(() => {
      if (state.reading.get(hex) === read) state.reading.delete(hex);
    });
  state.reading.set(hex, read);
  return read;
}

function isFresh({ changesReadAt }: Cache, { readAt }: Cached, now: number): boolean {
  return now - readAt < MAX_AGE_MS && now - Math.max(readAt, changesReadAt) < FRESH_MS;
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
  const hex = hexOf(hash);
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

function askForChanges(): void {
  const state = cache();
  state.timer ??= setTimeout(() => void readChanges(state), ASK_EVERY_MS).unref();
}

/** Brings the copies up to date, again and again for as long as any of them is used. */
async function readChanges(state: Cache): Promise<void> {
  const askedAt = performance.now();
  try {
    const { rows } = await pool().query<Row & { hash: Buffer }>({ name: "changed_keys", text: CHANGES_QUERY });
    for (const row of rows) {
      const hex = row.hash.toString("hex");
      const cached = state.records.peek(hex);
      // Read anew meanwhile: what came here may be older.
      if (cached && cached.readAt < askedAt) state.records.set(hex, { record: recordOf(row, hex), readAt: askedAt });
    }
    state.changesReadAt = askedAt;
  } catch {
    // What stays unread grows stale, and the calls that then read it tell of the failure.
  } finally {
    state.timer = undefined;
    if (askedAt - state.usedAt < ASK_EVERY_MS * 1.5) askForChanges();
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
const CHANGES_QUERY = `
  with changed as (
    select id from api_keys where changed_at > now() - interval '${LOOK_BACK_SECONDS} seconds'
    union
    select k.id from partners p join api_keys k on k.partner_id = p.id
    where p.changed_at > now() - interval '${LOOK_BACK_SECONDS} seconds'
  )
  select k.hash, ${COLUMNS} from changed join api_keys k on k.id = changed.id join partners p on p.id = k.partner_id`;
