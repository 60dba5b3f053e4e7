import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import { type Aad, decrypt, encrypt, SealBroken } from "./crypto-envelope";
import type { Secret } from "./secret";

const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;

// First byte of an envelope under a key derived from the master key, whose id follows.
const UNDER_MASTER_KEY = 0x02;

/**
 * Everything that depends on the master key (32 bytes in base64). New values are made under `current`; `previous` only
 * opens what was made before a rotation. Values name their key by an id derived from it, so there is no version number
 * to configure wrongly. Throws `RangeError` when a key has another length.
 */
export function createKeyring(current: Secret, previous?: Secret) {
  const now = masterKey(current);
  const before = previous && previous.reveal() !== current.reveal() ? masterKey(previous) : null;
  const known = before ? [now, before] : [now];

  function sealFor(purpose: string, plain: Uint8Array, aad: Aad): Buffer {
    return encrypt(now.mark, plain, now.keyFor(purpose), aad);
  }

  function openFor(purpose: string, sealed: Uint8Array, aad: Aad): Buffer {
    if (sealed[0] !== UNDER_MASTER_KEY) throw new SealBroken("Not a sealed value of a known form.");
    const mark = Buffer.from(sealed.subarray(0, now.mark.length));
    const key = known.find((candidate) => candidate.mark.equals(mark));
    if (!key) throw new SealBroken("Sealed under a master key that is not configured.");
    return decrypt(mark.length, sealed, key.keyFor(purpose), aad);
  }

  return {
    marks: { current: now.mark, previous: before?.mark ?? null },
    sealFor,
    openFor,
    hmac: (purpose: string, data: string | Uint8Array) => hmacWith(now.keyFor(purpose), data),
    hmacMatches: (purpose: string, data: string | Uint8Array, mac: Uint8Array) =>
      known.some((key) => mac.length === KEY_BYTES && timingSafeEqual(hmacWith(key.keyFor(purpose), data), mac)),
    wrapKey: (dataKey: Uint8Array, aad: Aad) => sealFor("key-wrapping", dataKey, aad),
    unwrapKey: (wrapped: Uint8Array, aad: Aad) => openFor("key-wrapping", wrapped, aad),
  };
}

function masterKey(secret: Secret) {
  const bytes = Buffer.from(secret.reveal(), "base64");
  if (bytes.length !== KEY_BYTES) throw new RangeError("The master key must be 32 bytes in base64.");
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", bytes, "", `svc/${purpose}`, KEY_BYTES));
  // Key objects: Node takes five times as long with a key in bytes.
  const keys = new Map<string, KeyObject>();
  function keyFor(purpose: string): KeyObject {
    const key = keys.get(purpose) ?? createSecretKey(derive(purpose));
    keys.set(purpose, key);
    return key;
  }
  const id = derive("key-id").subarray(0, KEY_ID_BYTES);
  return { mark: Buffer.concat([Buffer.from([UNDER_MASTER_KEY]), id]), keyFor };
}

function hmacWith(key: KeyObject, data: string | Uint8Array): Buffer {
  return createHmac("sha256", key).update(data).digest();
}
