import Stripe from "stripe";
import { PaymentsRefused, PaymentsUnavailable } from "@/lib/platform/payments/errors";

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
