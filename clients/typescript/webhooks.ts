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

/**
 * The event of a delivery. Throws a `WebhookError` unless one of the secrets signed exactly these bytes just now. It verifies
 * `webhook-signature`, or, without that header, `X-SVC-Signature`.
 */
export function verifyWebhook({ body, headers, secret, toleranceSeconds = 300 }: Delivery): VellumEvent {
  const secrets = [secret].flat();
  const isOwn = !headerOf(headers, "webhook-signature") && headerOf(headers, "x-svc-signature") !== undefined;
  const { timestamp, isSigned } = isOwn ? byOwn(headers, body, secrets) : byStandard(headers, body, secrets);
  if (!isSigned) throw new WebhookError("No signature matches this body and secret");
  // Not a tolerance that is no number, either.
  if (!(Math.abs(Date.now() / 1_000 - timestamp) <= toleranceSeconds))
    throw new WebhookError(`Signed at ${new Date(timestamp * 1_000).toISOString()}, not just now`);
  return JSON.parse(typeof body === "string" ? body : Buffer.from(body).toString());
}

type Verified = { timestamp: number; isSigned: boolean };
type Body = Uint8Array | string;

function byStandard(headers: Headers, body: Body, secrets: readonly string[]): Verified {
  const id = requiredHeader(headers, "webhook-id");
  const timestamp = timeIn(requiredHeader(headers, "webhook-timestamp"), "webhook-timestamp");
  const expected = secrets.map((one) => mac(one, { id, timestamp, body }));
  const isSigned = requiredHeader(headers, "webhook-signature")
    .split(" ")
    .some((signature) => {
      const [version, value = ""] = signature.split(",");
      return version === "v1" && expected.some((each) => isSame(each, Buffer.from(value, "base64")));
    });
  return { timestamp, isSigned };
}

function byOwn(headers: Headers, body: Body, secrets: readonly string[]): Verified {
  const parts = requiredHeader(headers, "x-svc-signature")
    .split(",")
    .map((part) => part.trim().split("="));
  const timestamp = timeIn(parts.find(([name]) => name === "t")?.[1] ?? "", "t of X-SVC-Signature");
  const expected = secrets.map((one) => ownMac(one, { timestamp, body }));
  const isSigned = parts.some(
    ([name, value = ""]) => name === "v1" && expected.some((each) => isSame(each, Buffer.from(value, "hex"))),
  );
  return { timestamp, isSigned };
}

function timeIn(text: string, what: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new WebhookError(`${what} isn't a time`);
  return Number(text);
}

const PREFIX = "whsec_";
type Signed = { id: string; timestamp: number; body: Body };

/** The headers that sign a body as the service does, for tests of your receiver. */
export function signWebhook(message: Signed & { secret: string }): Record<string, string> {
  const { id, timestamp, secret } = message;
  const own = ownMac(secret, message).toString("hex");
  return {
    "X-SVC-Signature": `t=${timestamp},v1=${own}`,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${mac(secret, message).toString("base64")}`,
  };
}

const mac = (secret: string, { id, timestamp, body }: Signed): Buffer =>
  createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest();

/** `X-SVC-Signature` is keyed by the whole secret as text. */
function ownMac(secret: string, { timestamp, body }: Omit<Signed, "id">): Buffer {
  keyOf(secret);
  return createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  // Anyone can sign with an empty key.
  if (!secret.startsWith(PREFIX) || key.length === 0)
    throw new WebhookError("The secret isn't a whsec_… of the portal");
  return key;
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

function headerOf(headers: Headers, name: string): unknown {
  return (
    (typeof headers.get === "function" ? headers.get(name) : (headers as Record<string, unknown>)[name]) ?? undefined
  );
}

function requiredHeader(headers: Headers, name: string): string {
  const value = headerOf(headers, name);
  if (typeof value !== "string") throw new WebhookError(`${name} is missing`);
  return value;
}
