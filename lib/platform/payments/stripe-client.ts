import Stripe from "stripe";
import { env } from "../env";
import { PaymentsRefused, PaymentsUnavailable } from "./driver";

const TIMEOUT_MS = 20_000;
const RETRIES = 2;

/** How the stand-in's customer ids start; Stripe's have no second underscore. */
export const STAND_IN_CUSTOMER = "cus_sim_";

let client: { stripe: Stripe; secretKey: string; apiBase: string | undefined } | undefined;

/** The Stripe client of this process: of Stripe itself, or of its stand-in where none is configured. */
export function stripe(): Stripe {
  const { secretKey, apiBase } = env().stripe;
  if (client?.secretKey === secretKey.reveal() && client.apiBase === apiBase) return client.stripe;
  client = {
    secretKey: secretKey.reveal(),
    apiBase,
    stripe: new Stripe(secretKey.reveal(), {
      timeout: TIMEOUT_MS,
      maxNetworkRetries: RETRIES,
      telemetry: false,
      ...(apiBase ? addressOf(new URL(apiBase)) : {}),
    }),
  };
  return client.stripe;
}

function addressOf({ hostname, port, protocol }: URL) {
  const http = protocol === "http:";
  return { host: hostname, port: port || (http ? 80 : 443), protocol: http ? ("http" as const) : ("https" as const) };
}

/**
 * The event in a message to our webhook, once its signature over the raw body is proven. Null when the signature is
 * wrong or older than five minutes.
 */
export function verifyStripeMessage(rawBody: string, signature: string): Stripe.Event | null {
  try {
    return stripe().webhooks.constructEvent(rawBody, signature, env().stripe.webhookSecret.reveal());
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw error;
  }
}

/** Ask Stripe something. What it throws becomes `PaymentsUnavailable` or `PaymentsRefused`; a card error stays as it is. */
export async function call<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw translated(error);
  }
}

function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError) || error instanceof Stripe.errors.StripeCardError) return error;
  const passing =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error.statusCode === undefined ||
    error.statusCode >= 500 ||
    // Two calls with one key at the same moment: the other one is not done yet.
    error.code === "idempotency_key_in_use" ||
    error.code === "lock_timeout";
  return passing
    ? new PaymentsUnavailable(error)
    : new PaymentsRefused(error.code ?? error.rawType ?? error.type, error.message);
}

/** The id of what Stripe shows as an id or, expanded, whole. */
export const idOf = (shown: string | { id: string } | null | undefined): string | null =>
  typeof shown === "string" ? shown : (shown?.id ?? null);

/** Whether Stripe does not have what a call names. */
export const isMissing = (error: unknown): boolean =>
  error instanceof PaymentsRefused && error.code === "resource_missing";

export const dateOf = (seconds: number): Date => new Date(seconds * 1000);
export const dateOrNull = (seconds: number | null | undefined): Date | null => (seconds ? dateOf(seconds) : null);
