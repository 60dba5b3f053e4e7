import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { sha256 } from "@/lib/platform/crypto";

// Signed notes (c2sp.org/signed-note) with Ed25519, checkpoints (c2sp.org/tlog-checkpoint), and cosignatures of witnesses
// (c2sp.org/tlog-cosignature).

/** The types of signatures by Ed25519: a log's, and a witness's with its time. */
const ED25519 = 0x01;
const COSIGNATURE = 0x04;

const ID_BYTES = 4;
const TIME_BYTES = 8;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** Whether something that signs may have this name: verifiers refuse every note with a line of another. */
export const isKeyName = (name: string): boolean => /^[^\s+\p{Cc}]+$/u.test(name);

/** A key that verifies notes. `id` is its name and its key id, joined by a plus sign. */
export type Verifier = { id: string; name: string; publicKey: Buffer };

/** A verifier for a raw public key. */
export function verifierOf(name: string, publicKey: Uint8Array, type = ED25519): Verifier {
  const keyId = sha256(Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), publicKey])).subarray(0, ID_BYTES);
  return { id: `${name}+${keyId.toString("hex")}`, name, publicKey: Buffer.from(publicKey) };
}

/** The text of a verifier key: <name>+<key id>+<base64 of its type and public key>. */
export const verifierKey = ({ id, publicKey }: Verifier): string =>
  `${id}+${Buffer.concat([Buffer.of(ED25519), publicKey]).toString("base64")}`;

/** Reads a witness's verifier key. Null if it isn't one. */
export function parseWitnessKey(text: string): Verifier | null {
  const [, name = "", keyId, base64 = ""] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? [];
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length !== 1 + KEY_BYTES || bytes[0] !== COSIGNATURE) return null;
  const verifier = verifierOf(name, bytes.subarray(1), COSIGNATURE);
  return verifier.id === `${name}+${keyId}` ? verifier : null;
}

/** The text of a checkpoint. */
export const checkpointText = (origin: string, size: bigint | number, root: Uint8Array): string =>
  `${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`;

/** Signs a text with PKCS#8 keys, and returns the whole note. */
export function signNote(text: string, signers: readonly { verifier: Verifier; pkcs8: Buffer }[]): string {
  const lines = signers.map(({ verifier, pkcs8 }) => {
    const key = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
    return signatureLine(verifier, sign(null, Buffer.from(text), key));
  });
  return `${text}\n${lines.join("")}`;
}

function signatureLine({ id, name }: Verifier, signature: Uint8Array): string {
  const keyId = Buffer.from(id.slice(-2 * ID_BYTES), "hex");
  return `— ${name} ${Buffer.concat([keyId, signature]).toString("base64")}\n`;
}

/** The text of a note, without its signatures. */
export const textOf = (note: string): string => note.slice(0, note.lastIndexOf("\n\n") + 1);

/** The witness's line among signature lines, if there is one. Throws if it isn't its cosignature of this note. */
export function cosignatureIn(lines: string, note: string, { id, name, publicKey }: Verifier): string | null {
  const line = lines.split("\n").find((one) => {
    const [, of, base64 = ""] = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(one) ?? [];
    const keyId = Buffer.from(base64, "base64").subarray(0, ID_BYTES).toString("hex");
    return id === `${of}+${keyId}`;
  });
  if (line === undefined) return null;
  const [, , base64] = line.split(" ");
  const bytes = Buffer.from(base64 ?? "", "base64");
  // Verifiers refuse a whole note for one line in another spelling.
  if (bytes.length !== ID_BYTES + TIME_BYTES + SIGNATURE_BYTES || bytes.toString("base64") !== base64)
    throw new Error(`the cosignature of ${name} is malformed`);
  const time = bytes.readBigUInt64BE(ID_BYTES);
  const signed = Buffer.from(`cosignature/v1\ntime ${time}\n${textOf(note)}`);
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: publicKey.toString("base64url") },
    format: "jwk",
  });
  if (!verify(null, signed, key, bytes.subarray(ID_BYTES + TIME_BYTES))) {
    throw new Error(`the cosignature of ${name} doesn't verify`);
  }
  return `${line}\n`;
}
