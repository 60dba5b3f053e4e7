import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "@/lib/platform/env";
import type { Secret } from "@/lib/platform/secret";

/**
 * What a sealed value belongs to, e.g. `[objectKey, personId]`. Authenticated, not stored: whoever opens it must name
 * the same place, so that a sealed value moved to another row, or to another person, does not open.
 */
type Aad = string | readonly string[];

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;

// First byte of every envelope. 0x01: one message under a key that the caller holds. 0x02: one message under a key
// derived from the master key, whose id follows. Further forms (a chunked stream) take further values.
const UNDER_GIVEN_KEY = 0x01;
const UNDER_MASTER_KEY = 0x02;

/** A sealed value did not open: changed, cut, sealed for another place, or under a key that we do not have. */
export class SealBroken extends Error {
  override name = "SealBroken";
}

export function sha256(data: string | Uint8Array): Buffer {
  return hash("sha256", data, "buffer");
}

export function sha256Hex(data: string | Uint8Array): string {
  return hash("sha256", data, "hex");
}

/** An unguessable token of `bytes` random bytes, in base64url (43 characters for the default of 32). */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** Compares two texts in a time that depends on neither where nor whether they differ, nor on their lengths. */
export function timingSafeEqualText(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

/** A fresh AES-256 key, e.g. one for each person; keep it only as `wrapKey` returns it. */
export function newDataKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/**
 * AES-256-GCM under `key` (32 bytes) with a random 96-bit nonce: version byte, nonce, ciphertext, tag.
 * One key is good for 2^32 messages. Throws `RangeError` for a key of another length.
 */
export function seal(plain: Uint8Array, key: Uint8Array, aad: Aad): Buffer {
  return encrypt(Buffer.from([UNDER_GIVEN_KEY]), plain, key, aad);
}

/** The inverse of `seal`. Throws `SealBroken`. */
export function open(sealed: Uint8Array, key: Uint8Array, aad: Aad): Buffer {
  if (sealed[0] !== UNDER_GIVEN_KEY) throw new SealBroken("Not a sealed value of a known form.");
  return decrypt(1, sealed, key, aad);
}

/** HMAC-SHA256 under the key of `purpose`, which is derived from the master key. */
export function hmac(purpose: string, data: string | Uint8Array): Buffer {
  return keyring().hmac(purpose, data);
}

/** Whether `mac` is the HMAC of `data` for `purpose` under the master key or, during its rotation, the previous one. */
export function hmacMatches(purpose: string, data: string | Uint8Array, mac: Uint8Array): boolean {
  return keyring().hmacMatches(purpose, data, mac);
}

/** Seals under the key of `purpose`, for short-lived values that need no key of their own (e.g. a queued mail). */
export function sealFor(purpose: string, plain: Uint8Array, aad: Aad): Buffer {
  return keyring().sealFor(purpose, plain, aad);
}

/** The inverse of `sealFor`, also across one rotation of the master key. Throws `SealBroken`. */
export function openFor(purpose: string, sealed: Uint8Array, aad: Aad): Buffer {
  return keyring().openFor(purpose, sealed, aad);
}

/** Wraps a data key with the master key for storage; `aad` names its owner, e.g. the person's id. */
export function wrapKey(dataKey: Uint8Array, aad: Aad): Buffer {
  return keyring().wrapKey(dataKey, aad);
}

/** The inverse of `wrapKey`, under the current master key or the previous one. Throws `SealBroken`. */
export function unwrapKey(wrapped: Uint8Array, aad: Aad): Buffer {
  return keyring().unwrapKey(wrapped, aad);
}

type Keyring = ReturnType<typeof createKeyring>;

/**
 * Everything that depends on the master key (32 bytes in base64). New values are made under `current`; `previous` only
 * opens what was made before a rotation. Values name their key by an id derived from it, so there is no version number
 * to configure wrongly. Throws `RangeError` when a key has another length.
 */
export function createKeyring(current: Secret, previous?: Secret) {
  const now = masterKey(current);
  const known = previous ? [now, masterKey(previous)] : [now];

  function sealFor(purpose: string, plain: Uint8Array, aad: Aad): Buffer {
    return encrypt(Buffer.concat([Buffer.from([UNDER_MASTER_KEY]), now.id]), plain, now.keyFor(purpose), aad);
  }

  function openFor(purpose: string, sealed: Uint8Array, aad: Aad): Buffer {
    if (sealed[0] !== UNDER_MASTER_KEY) throw new SealBroken("Not a sealed value of a known form.");
    const key = known.find((candidate) => candidate.id.equals(keyIdOf(sealed)));
    if (!key) throw new SealBroken("Sealed under a master key that is not configured.");
    return decrypt(1 + KEY_ID_BYTES, sealed, key.keyFor(purpose), aad);
  }

  return {
    sealFor,
    openFor,
    hmac: (purpose: string, data: string | Uint8Array) => hmacWith(now.keyFor(purpose), data),
    hmacMatches: (purpose: string, data: string | Uint8Array, mac: Uint8Array) =>
      known.some((key) => mac.length === KEY_BYTES && timingSafeEqual(hmacWith(key.keyFor(purpose), data), mac)),
    wrapKey: (dataKey: Uint8Array, aad: Aad) => sealFor("key-wrapping", dataKey, aad),
    unwrapKey: (wrapped: Uint8Array, aad: Aad) => openFor("key-wrapping", wrapped, aad),
  };
}

let cached: { masterKey: string; previous: string | undefined; ring: Keyring } | undefined;

function keyring(): Keyring {
  const { masterKey: current, masterKeyPrevious: previous } = env();
  if (cached?.masterKey !== current.reveal() || cached.previous !== previous?.reveal()) {
    cached = {
      masterKey: current.reveal(),
      previous: previous?.reveal(),
      ring: createKeyring(current, previous),
    };
  }
  return cached.ring;
}

function masterKey(secret: Secret) {
  const bytes = Buffer.from(secret.reveal(), "base64");
  if (bytes.length !== KEY_BYTES) throw new RangeError("The master key must be 32 bytes in base64.");
  const keys = new Map<string, Buffer>();
  function keyFor(purpose: string): Buffer {
    const key = keys.get(purpose) ?? Buffer.from(hkdfSync("sha256", bytes, "", `svc/${purpose}`, KEY_BYTES));
    keys.set(purpose, key);
    return key;
  }
  return { id: keyFor("key-id").subarray(0, KEY_ID_BYTES), keyFor };
}

function keyIdOf(sealed: Uint8Array): Buffer {
  return Buffer.from(sealed.subarray(1, 1 + KEY_ID_BYTES));
}

function hmacWith(key: Uint8Array, data: string | Uint8Array): Buffer {
  return createHmac("sha256", key).update(data).digest();
}

function encrypt(header: Buffer, plain: Uint8Array, key: Uint8Array, aad: Aad): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(header, aad));
  return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(headerBytes: number, sealed: Uint8Array, key: Uint8Array, aad: Aad): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < headerBytes + NONCE_BYTES + TAG_BYTES) throw new SealBroken("The sealed value is cut off.");
  const bodyStart = headerBytes + NONCE_BYTES;
  const bodyEnd = bytes.length - TAG_BYTES;
  const nonce = bytes.subarray(headerBytes, bodyStart);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(bytes.subarray(0, headerBytes), aad));
  decipher.setAuthTag(bytes.subarray(bodyEnd));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(bodyStart, bodyEnd)), decipher.final()]);
  } catch {
    throw new SealBroken("The sealed value was changed, or belongs elsewhere.");
  }
}

// JSON of a list keeps ["a", "bc"] and ["ab", "c"] apart; the header is bound too, so its key id cannot be swapped.
function boundTo(header: Buffer, aad: Aad): Buffer {
  return Buffer.concat([header, Buffer.from(JSON.stringify(typeof aad === "string" ? [aad] : aad))]);
}
