import Stripe from "stripe";
import { env } from "./env";

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
