import {
  type CipherKey,
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import type { Secret } from "./secret";

const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;

// The first byte of a value sealed under a key derived from the master key, whose id follows.
const UNDER_MASTER_KEY = 0x02;

/**
 * Everything that depends on the master key (32 bytes in base64). `current` seals new values; `previous` only opens values from
 * before a rotation. Each value names its key by an id derived from the key, so there is no version number to misconfigure. Throws
 * `RangeError` when a key has another length.
 */
export function createKeyring(current: Secret, previous?: Secret) {
  const now = masterKey(current);
  const before = previous && previous.reveal() !== current.reveal() ? masterKey(previous) : null;
  const keys = before ? [now, before] : [now];

  function sealFor(purpose: string, plain: Uint8Array, aad: Aad): Buffer {
    return encrypt(now.prefix, plain, now.keyFor(purpose), aad);
  }

  function openFor(purpose: string, sealed: Uint8Array, aad: Aad): Buffer {
    if (sealed[0] !== UNDER_MASTER_KEY) throw new SealBroken("Unknown form of sealed value.");
    const prefix = Buffer.from(sealed.subarray(0, now.prefix.length));
    const key = keys.find((candidate) => candidate.prefix.equals(prefix));
    if (!key) throw new SealBroken("Sealed under a master key that is not configured.");
    return decrypt(prefix.length, sealed, key.keyFor(purpose), aad);
  }

  return {
    prefixes: { current: now.prefix, previous: before?.prefix ?? null },
    sealFor,
    openFor,
    hmac: (purpose: string, data: string | Uint8Array) => hmacWith(now.keyFor(purpose), data),
    hmacMatches: (purpose: string, data: string | Uint8Array, mac: Uint8Array) =>
      keys.some((key) => mac.length === KEY_BYTES && timingSafeEqual(hmacWith(key.keyFor(purpose), data), mac)),
    wrapKey: (dataKey: Uint8Array, aad: Aad) => sealFor("key-wrapping", dataKey, aad),
    unwrapKey: (wrapped: Uint8Array, aad: Aad) => openFor("key-wrapping", wrapped, aad),
  };
}

function masterKey(secret: Secret) {
  const bytes = Buffer.from(secret.reveal(), "base64");
  if (bytes.length !== KEY_BYTES) throw new RangeError("The master key must be 32 bytes in base64.");
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", bytes, "", `svc/${purpose}`, KEY_BYTES));
  // Key objects, because Node is five times slower with a key as bytes.
  const keys = new Map<string, KeyObject>();
  function keyFor(purpose: string): KeyObject {
    const key = keys.get(purpose) ?? createSecretKey(derive(purpose));
    keys.set(purpose, key);
    return key;
  }
  const id = derive("key-id").subarray(0, KEY_ID_BYTES);
  return { prefix: Buffer.concat([Buffer.from([UNDER_MASTER_KEY]), id]), keyFor };
}

function hmacWith(key: KeyObject, data: string | Uint8Array): Buffer {
  return createHmac("sha256", key).update(data).digest();
}

/**
 * What a sealed value belongs to, such as `[objectKey, personId]`. Authenticated but not stored: opening it needs the same value, so
 * a sealed value doesn't open in another row or for another person.
 */
export type Aad = string | readonly string[];

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed value didn't open: it was changed or cut, belongs elsewhere, or needs a key that we don't have. */
export class SealBroken extends Error {
  override name = "SealBroken";
}

/** AES-256-GCM under `key` with a random nonce: header, nonce, ciphertext, tag. The header is authenticated. */
export function encrypt(header: Buffer, plain: Uint8Array, key: CipherKey, aad: Aad): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(header, aad));
  return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The inverse of `encrypt`, for a header of `headerBytes`. Throws `SealBroken`. */
export function decrypt(headerBytes: number, sealed: Uint8Array, key: CipherKey, aad: Aad): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < headerBytes + NONCE_BYTES + TAG_BYTES) throw new SealBroken("The sealed value is cut off.");
  const bodyStart = headerBytes + NONCE_BYTES;
  const bodyEnd = bytes.length - TAG_BYTES;
  const nonce = bytes.subarray(headerBytes, bodyStart);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(bytes.subarray(0, headerBytes), aad));
  decipher.setAuthTag(bytes.subarray(bodyEnd));
  try {
    const plain = decipher.update(bytes.subarray(bodyStart, bodyEnd));
    // Checks the tag. It returns nothing more, and a copy of a photo would take as much memory again.
    decipher.final();
    return plain;
  } catch {
    throw new SealBroken("The sealed value was changed, or belongs elsewhere.");
  }
}

// As JSON, ["a", "bc"] and ["ab", "c"] differ. The header is bound too, so its key id can't be swapped.
function boundTo(header: Buffer, aad: Aad): Buffer {
  return Buffer.concat([header, Buffer.from(JSON.stringify(typeof aad === "string" ? [aad] : aad))]);
}
