import { createHmac, createSecretKey, randomBytes } from "node:crypto";

/** The prefix of every signing secret. */
export const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;

type Message = {
  /** The event's id, the same on every attempt. */
  eventId: string;
  /** The exact bytes that are sent. */
  body: Uint8Array;
  /** Unix seconds of this attempt. */
  timestamp: number;
  /** The live secrets, newest first. During a rotation, a receiver may have either one. */
  secrets: readonly string[];
};

/**
 * The signature of one attempt, in two families of headers. `X-SVC-Signature` is `t=<seconds>,v1=<hex>` over
 * `<seconds>.<body>`, keyed by the whole secret as text. `webhook-…` follows Standard Webhooks: base64 over
 * `<id>.<seconds>.<body>`, keyed by the bytes that the secret encodes. Contract: Events, 2 and 3.
 */
export function signatureHeaders({ eventId, body, timestamp, secrets }: Message): Record<string, string> {
  const own = secrets.map((secret) => `v1=${mac(secret, `${timestamp}.`, body).toString("hex")}`);
  const standard = secrets.map(
    (secret) => `v1,${mac(bytesOf(secret), `${eventId}.${timestamp}.`, body).toString("base64")}`,
  );
  return {
    "X-SVC-Signature": [`t=${timestamp}`, ...own].join(","),
    "webhook-id": eventId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": standard.join(" "),
  };
}

/** The bytes that a secret encodes. */
export const bytesOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");

/** The HMAC-SHA256 of a head and a body. */
export const mac = (key: string | Buffer, head: string, body: Uint8Array): Buffer =>
  // As a key object, because Node takes three times as long with raw bytes.
  createHmac("sha256", typeof key === "string" ? key : createSecretKey(key))
    .update(head)
    .update(body)
    .digest();
