import { hash, randomBytes } from "node:crypto";
import { type Aad, createKeyring, decrypt, encrypt, SealBroken } from "./crypto-keyring";
import { env } from "./env";

export { SealBroken };

const KEY_BYTES = 32;

// The first byte of every sealed value. 0x01: one message under the caller's key. 0x02 (crypto-keyring.ts): one message
// under a key derived from the master key, whose id follows. 0x03 (crypto-chunks.ts): a stream in chunks.
const UNDER_GIVEN_KEY = 0x01;

export function sha256(data: string | Uint8Array): Buffer<ArrayBuffer> {
  return hash("sha256", data, "buffer");
}

export function sha256Hex(data: string | Uint8Array): string {
  return hash("sha256", data, "hex");
}

/** Bytes in hexadecimal. */
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** An unguessable token of `bytes` random bytes, in base64url (43 characters for the default of 32). */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/**
 * The stored form of a key, link or cookie. SHA-256 is enough because these are random with too many bits to guess. A password would
 * need a slow hash.
 */
export const hashToken = (token: string): Buffer<ArrayBuffer> => sha256(token);

/** A new AES-256 key, such as one for a person. Store it only wrapped, see `wrapKey`. */
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

/** How much longer a value is once `seal` sealed it. */
export const SEAL_BYTES = 1 + 12 + 16;

/** The inverse of `seal`. Throws `SealBroken`. */
export function open(sealed: Uint8Array, key: Uint8Array, aad: Aad): Buffer {
  if (sealed[0] !== UNDER_GIVEN_KEY) throw new SealBroken("Unknown form of sealed value.");
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

/** Wraps a data key with the master key for storage. `aad` names its owner, such as the person's id. */
export function wrapKey(dataKey: Uint8Array, aad: Aad): Buffer {
  return keyring().wrapKey(dataKey, aad);
}

/** The inverse of `wrapKey`, under the current master key or the previous one. Throws `SealBroken`. */
export function unwrapKey(wrapped: Uint8Array, aad: Aad): Buffer {
  return keyring().unwrapKey(wrapped, aad);
}

/** The first bytes of values sealed under the master key and under the previous one. They show which key a value needs. Not secret. */
export function masterKeyPrefixes(): { current: Buffer; previous: Buffer | null } {
  return keyring().prefixes;
}

type Keyring = ReturnType<typeof createKeyring>;

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
