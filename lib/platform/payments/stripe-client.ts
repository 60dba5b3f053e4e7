import Stripe from "stripe";
import { env } from "../env";
import { PaymentsRefused, PaymentsUnavailable } from "./driver";

const TIMEOUT_MS = 20_000;
const RETRIES = 2;

/** The prefix of the stand-in's customer ids. Stripe's have no second underscore. */
export const STAND_IN_CUSTOMER = "cus_sim_";

let client: { stripe: Stripe; secretKey: string; apiBase: string | undefined } | undefined;

/** This process's Stripe client: for Stripe, or for its stand-in if Stripe isn't configured. */
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
 * Verifies the signature of a message to our webhook and returns its event. Null if the signature is wrong or older
 * than five minutes.
 */
export function verifyStripeMessage(rawBody: string, signature: string): Stripe.Event | null {
  try {
    return stripe().webhooks.constructEvent(rawBody, signature, env().stripe.webhookSecret.reveal());
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw error;
  }
}

/**
 * Calls Stripe. Its errors become `PaymentsUnavailable` or `PaymentsRefused`, except card errors, which pass through.
 */
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
    // Two concurrent calls with one key: the other one is still running.
    error.code === "idempotency_key_in_use" ||
    // Our balance is too low for a refund, until the next payments arrive.
    error.code === "balance_insufficient" ||
    error.code === "lock_timeout";
  return passing
    ? new PaymentsUnavailable(error)
    : new PaymentsRefused(error.code ?? error.rawType ?? error.type, error.message);
}

/** The id of an object that Stripe returns as an id or expanded. */
export const idOf = (shown: string | { id: string } | null | undefined): string | null =>
  typeof shown === "string" ? shown : (shown?.id ?? null);

/** Whether Stripe doesn't have the object. */
export const isMissing = (error: unknown): boolean =>
  error instanceof PaymentsRefused && error.code === "resource_missing";

export const dateOf = (seconds: number): Date => new Date(seconds * 1000);
export const dateOrNull = (seconds: number | null | undefined): Date | null => (seconds ? dateOf(seconds) : null);
