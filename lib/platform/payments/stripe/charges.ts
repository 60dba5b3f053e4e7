import Stripe from "stripe";
import type { Payments } from "@/lib/platform/payments/driver";
import type { Charge } from "@/lib/platform/payments/states";
import { stripe } from "@/lib/platform/stripe";
import { call } from "./call";

export const stripeCharges: Pick<Payments, "charge" | "readCharge"> = {
  charge: async ({ key, customer, card, cents, description, metadata }) => {
    try {
      const intent = await call(() =>
        stripe().paymentIntents.create(
          {
            amount: cents,
            currency: "usd",
            customer,
            payment_method: card,
            allowed_payment_method_types: ["card"],
            off_session: true,
            confirm: true,
            description,
            metadata,
          },
          { idempotencyKey: key },
        ),
      );
      return stateOf(intent);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      return {
        id: error.payment_intent?.id ?? null,
        status: "failed",
        code: failureOf(error.code, error.decline_code),
      };
    }
  },

  readCharge: (id) => call(async () => stateOf(await stripe().paymentIntents.retrieve(id))),
};

function stateOf({ id, status, last_payment_error: problem }: Stripe.PaymentIntent): Charge {
  if (status === "succeeded") return { id, status: "succeeded" };
  if (status === "processing") return { id, status: "processing" };
  if (status === "requires_action") return { id, status: "failed", code: "payment_requires_action" };
  return { id, status: "failed", code: failureOf(problem?.code, problem?.decline_code) };
}

/** Why a card was not charged, as the contract names it. */
export function failureOf(code: string | null | undefined, declineCode: string | null | undefined): string {
  if (code === "authentication_required" || declineCode === "authentication_required") return "payment_requires_action";
  return code ?? "card_declined";
}
