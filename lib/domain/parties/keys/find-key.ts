import { LRUCache } from "lru-cache";
import { hexOf } from "@/lib/platform/crypto";
import { rows } from "@/lib/platform/db";
import { isReadingStandby } from "@/lib/platform/request-context";
import { isWithin, type Network, parseNetwork, readRestrictions } from "./restrictions";

/** What authentication needs to know about a key. `hash` is hex. */
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
  /** What operators raised for the partner; null for what the contract promises. */
  keyLimit: number | null;
  addressLimit: number | null;
  /** What the key may do; null for everything. */
  scopes: readonly string[] | null;
  /** From where; null for everywhere. */
  networks: readonly Network[] | null;
};

type Cache = {
  /** `readAt` is when the read started, on the process's monotonic clock. */
  records: LRUCache<string, { record: KeyRecord; readAt: number }>;
  reading: Map<string, Promise<KeyRecord | null>>;
};

// Every node must refuse a revoked key within a second.
const FRESH_MS = 900;
const MAX_CACHED = 10_000;

// On globalThis: the portal that revokes (in Next) and the API that checks (in our own server) are two module graphs.
const KEY = Symbol.for("vellum.keyCache");
const shared = globalThis as { [KEY]?: Cache };

function cache(): Cache {
  shared[KEY] ??= { records: new LRUCache({ max: MAX_CACHED }), reading: new Map() };
  return shared[KEY];
}

/**
 * The key with this SHA-256, even if it is revoked or expired (check with `isUsable`); null for an unknown key. At most a
 * second old. Unknown keys are never cached, so a new key works at once. Nor are keys for a caller `from` outside their networks:
 * otherwise their faster answers would tell that they work elsewhere. Contract: Authentication, 5.
 */
export async function findKeyByHash(hash: Buffer, from?: string | null): Promise<KeyRecord | null> {
  const hex = hash.toString("hex");
  const { records, reading } = cache();
  const cached = records.get(hex);
  const now = performance.now();
  const isInside = cached && (from === undefined || worksFrom(cached.record, from));
  if (isInside && now - cached.readAt < FRESH_MS) return cached.record;
  if (isReadingStandby()) return readKey(hash, hex);
  const inProgress = reading.get(hex);
  if (inProgress) return inProgress;
  const read: Promise<KeyRecord | null> = readKey(hash, hex)
    .then((record) => {
      // A key forgotten during the read is not cached: the read may predate the change.
      if (record && reading.get(hex) === read) records.set(hex, { record, readAt: now });
      return record;
    })
    .finally(() => {
      if (reading.get(hex) === read) reading.delete(hex);
    });
  reading.set(hex, read);
  return read;
}

/** The key with this SHA-256 if this process has it in memory, however old. Costs no query. */
export const knownKey = (hash: Buffer): KeyRecord | null => cache().records.get(hash.toString("hex"))?.record ?? null;

/** Whether a key works at a time (epoch milliseconds): neither expired nor revoked, by schedule or otherwise. */
export function isUsable(key: KeyRecord, now: number): boolean {
  return (
    key.revokedAt === null &&
    (key.revokeAt === null || key.revokeAt > now) &&
    (key.expiresAt === null || key.expiresAt > now)
  );
}

/** Whether a key works for a caller at this address. */
export const worksFrom = ({ networks }: KeyRecord, address: string | null): boolean =>
  networks === null || isWithin(address, networks);

/** Makes this node read a key again. Call it after every committed change to the key. */
export function forgetKey(hash: Uint8Array): void {
  const { records, reading } = cache();
  const hex = hexOf(hash);
  records.delete(hex);
  // A read that started before the change may return the old state, so later calls must not join it.
  reading.delete(hex);
}

/** Makes this node read all keys of a partner again. Call it after a committed change to the partner's status. */
export function forgetPartnerKeys(partnerId: string): void {
  const { records, reading } = cache();
  for (const [hex, { record }] of records.entries()) if (record.partnerId === partnerId) records.delete(hex);
  reading.clear();
}

type Row = {
  id: string;
  partnerId: string;
  mode: "live" | "test";
  expiresAt: Date | null;
  revokeAt: Date | null;
  revokedAt: Date | null;
  partnerActive: boolean;
  keyLimit: number | null;
  addressLimit: number | null;
  restrictions: unknown;
};

const FIND = `
  select k.id, k.partner_id, k.mode::text as mode, k.expires_at, k.revoke_at, k.revoked_at, p.status = 'active' as partner_active,
    p.key_limit, p.address_limit, k.restrictions
  from api_keys k join partners p on p.id = k.partner_id where k.hash = $1`;

async function readKey(hash: Buffer, hex: string): Promise<KeyRecord | null> {
  const [found] = await rows<Row>({ name: "find_key_by_hash", text: FIND, values: [hash] });
  if (!found) return null;
  const { restrictions, ...row } = found;
  const { scopes, networks } = readRestrictions(restrictions);
  return {
    ...row,
    scopes,
    networks: networks?.map(parseNetwork) ?? null,
    hash: hex,
    expiresAt: row.expiresAt?.getTime() ?? null,
    revokeAt: row.revokeAt?.getTime() ?? null,
    revokedAt: row.revokedAt?.getTime() ?? null,
  };
}
