import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/**
 * What a sealed value belongs to, e.g. `[objectKey, personId]`. Authenticated, not stored: whoever opens it must name
 * the same place, so that a sealed value moved to another row, or to another person, does not open.
 */
export type Aad = string | readonly string[];

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed value did not open: changed, cut, sealed for another place, or under a key that we do not have. */
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
    return Buffer.concat([decipher.update(bytes.subarray(bodyStart, bodyEnd)), decipher.final()]);
  } catch {
    throw new SealBroken("The sealed value was changed, or belongs elsewhere.");
  }
}

// JSON of a list keeps ["a", "bc"] and ["ab", "c"] apart; the header is bound too, so its key id cannot be swapped.
function boundTo(header: Buffer, aad: Aad): Buffer {
  return Buffer.concat([header, Buffer.from(JSON.stringify(typeof aad === "string" ? [aad] : aad))]);
}
