import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { env } from "@/lib/platform/env";

const PRESENT = 0x01;
const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();

/**
 * A software authenticator with one ES256 passkey that responds like a browser. Without `counter`, it doesn't count, like synced
 * passkeys.
 */
export function softwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);

  const authenticatorData = (flags: number, counter = 0): Buffer =>
    Buffer.concat([sha256(new URL(env().baseUrl).hostname), Buffer.from([flags, 0, 0, 0, counter])]);
  const publicCose = () =>
    Buffer.from(
      isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, "base64url")],
          [-3, Buffer.from(y, "base64url")],
        ]),
      ),
    );
  const clientData = (type: string, challenge: string, origin = env().baseUrl) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = (response: Record<string, Buffer>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, part]) => [name, part.toString("base64url")])),
  });

  return {
    /** As next-auth stored it. */
    stored: () => ({ credentialID: id.toString("base64"), credentialPublicKey: publicCose().toString("base64") }),

    register(challenge: string) {
      const model = Buffer.alloc(16);
      const authData = Buffer.concat([
        authenticatorData(PRESENT_AND_VERIFIED | WITH_CREDENTIAL),
        ...[model, Buffer.from([0, id.length]), id, publicCose()],
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

    /**
     * `bytesMost` is for signatures with a number that starts with a zero byte: they are shorter than 70 bytes. `verified`: whether the
     * person gave a PIN or a fingerprint.
     */
    authenticate(
      challenge: string,
      { bytesMost = Number.POSITIVE_INFINITY, counter = 0, verified = true, origin = env().baseUrl } = {},
    ) {
      const clientDataJSON = clientData("webauthn.get", challenge, origin);
      const data = authenticatorData(verified ? PRESENT_AND_VERIFIED : PRESENT, counter);
      const signed = () => sign("sha256", Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      let signature = signed();
      while (signature.length > bytesMost) signature = signed();
      return credential({ clientDataJSON, authenticatorData: data, signature });
    },
  };
}
