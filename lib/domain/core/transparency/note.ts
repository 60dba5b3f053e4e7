import { createPrivateKey, sign } from "node:crypto";
import { sha256 } from "@/lib/platform/crypto";

// Signed notes (c2sp.org/signed-note) with Ed25519, and checkpoints (c2sp.org/tlog-checkpoint).

/** The type of a signature by Ed25519. */
const ED25519 = 0x01;

const ID_BYTES = 4;

/** A key that verifies notes. `id` is its name and its key id, joined by a plus sign. */
export type Verifier = { id: string; name: string; publicKey: Buffer };

/** A verifier for a raw public key. */
export function verifierOf(name: string, publicKey: Uint8Array): Verifier {
  const keyId = sha256(Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(ED25519), publicKey])).subarray(0, ID_BYTES);
  return { id: `${name}+${keyId.toString("hex")}`, name, publicKey: Buffer.from(publicKey) };
}

/** The text of a verifier key: <name>+<key id>+<base64 of its type and public key>. */
export const verifierKey = ({ id, publicKey }: Verifier): string =>
  `${id}+${Buffer.concat([Buffer.of(ED25519), publicKey]).toString("base64")}`;

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
