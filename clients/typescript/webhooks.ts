import { createHmac, timingSafeEqual } from "node:crypto";
import type { webhooks } from "./api.ts";

export type EventType = keyof webhooks;
type EventOf<T extends EventType> = webhooks[T]["post"]["requestBody"]["content"]["application/json"];
/** An event as we send it. `type` tells what `data` has. Ignore types that you don't know. */
export type VellumEvent = { [T in EventType]: EventOf<T> }[EventType];

/** Why a delivery isn't proven to be ours. Answer it with 400. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

type Headers = { get(name: string): string | null } | Record<string, string | string[] | undefined>;

type Delivery = {
  /** The raw body, before anything parses it. */
  body: Uint8Array | string;
  headers: Headers;
  /** The endpoint's secret, `whsec_…`. Several while one replaces another. */
  secret: string | readonly string[];
  /** How far its time may be from our clock. Default: five minutes. */
  toleranceSeconds?: number;
};

/** The event of a delivery. Throws a `WebhookError` unless one of the secrets signed exactly these bytes just now. */
export function verifyWebhook({ body, headers, secret, toleranceSeconds = 300 }: Delivery): VellumEvent {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError("webhook-timestamp isn't a time");
  const expected = [secret].flat().map((one) => mac(one, { id, timestamp: Number(timestamp), body }));
  const isSigned = signatures.some((signature) => {
    const [version, value = ""] = signature.split(",");
    return version === "v1" && expected.some((each) => isSame(each, Buffer.from(value, "base64")));
  });
  if (!isSigned) throw new WebhookError("No signature matches this body and secret");
  // Not a tolerance that is no number, either.
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookError(`Signed at ${new Date(Number(timestamp) * 1_000).toISOString()}, not just now`);
  return JSON.parse(typeof body === "string" ? body : Buffer.from(body).toString());
}

const PREFIX = "whsec_";
type Signed = { id: string; timestamp: number; body: Uint8Array | string };

/** The headers that sign a body as the service does, for tests of your receiver. */
export function signWebhook(message: Signed & { secret: string }): Record<string, string> {
  const { id, timestamp, body, secret } = message;
  const own = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex");
  return {
    "X-SVC-Signature": `t=${timestamp},v1=${own}`,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${mac(secret, message).toString("base64")}`,
  };
}

function mac(secret: string, { id, timestamp, body }: Signed): Buffer {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  // Anyone can sign with an empty key.
  if (!secret.startsWith(PREFIX) || key.length === 0)
    throw new WebhookError("The secret isn't a whsec_… of the portal");
  return createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

function headerOf(headers: Headers, name: string): string {
  const value = typeof headers.get === "function" ? headers.get(name) : (headers as Record<string, unknown>)[name];
  if (typeof value !== "string") throw new WebhookError(`${name} is missing`);
  return value;
}
