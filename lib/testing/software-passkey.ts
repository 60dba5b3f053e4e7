import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { env } from "@/lib/platform/env";

const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;
const COUNTER = [0, 0, 0, 0];

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();

/**
 * A software authenticator with one ES256 passkey that responds like a browser. It has no counter, like synced
 * passkeys.
 */
export function softwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);

  const authenticatorData = (flags: number): Buffer =>
    Buffer.concat([sha256(new URL(env().baseUrl).hostname), Buffer.from([flags, ...COUNTER])]);
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: env().baseUrl, crossOrigin: false }));
  const credential = (response: Record<string, Buffer>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, part]) => [name, part.toString("base64url")])),
  });

  return {
    register(challenge: string) {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const model = Buffer.alloc(16);
      const authData = Buffer.concat([
        authenticatorData(PRESENT_AND_VERIFIED | WITH_CREDENTIAL),
        ...[model, Buffer.from([0, id.length]), id, isoCBOR.encode(key)],
      ]);
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", authData],
      ]);
      return credential({
        clientDataJSON: clientData("webauthn.create", challenge),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)),
      });
    },

    /** `bytesMost` is for signatures with a number that starts with a zero byte: they are shorter than 70 bytes. */
    authenticate(challenge: string, bytesMost = Number.POSITIVE_INFINITY) {
      const clientDataJSON = clientData("webauthn.get", challenge);
      const data = authenticatorData(PRESENT_AND_VERIFIED);
      const signed = () => sign("sha256", Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      let signature = signed();
      while (signature.length > bytesMost) signature = signed();
      return credential({ clientDataJSON, authenticatorData: data, signature });
    },
  };
}
