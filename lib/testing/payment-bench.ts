import { vi } from "vitest";
import type { Payments } from "@/lib/platform/payments/driver";
import type { CardKind, StripeStandIn } from "@/peers/stripe";

// The bench for tests of payments. The environment is read once, so everything that reads it is imported after the stand-in
// is known: tests take it from `kit`, the clock too.

export type Sent = { rawBody: string; signature: string };

/** What people, banks and time do at Stripe. */
export type PaymentBench = {
  kit: Kit;
  peer: StripeStandIn;
  /** Pay, or save a card, on the page at an address. */
  pay: (url: string, card?: CardKind, how?: { confirms: boolean }) => string;
  /** Choose another card on the page for cards and invoices. */
  chooseCard: (customer: string, card: CardKind) => void;
  cancelAtPeriodEnd: (customer: string) => void;
  /** The running period of the customer's subscription ends. */
  endPeriod: (customer: string) => void;
  /** The bank takes the last payment back. */
  dispute: (customer: string) => void;
  /** The messages about what happened since they were taken last, oldest first, not delivered. */
  takeMessages: () => Sent[];
  /** Deliver all of them. */
  deliver: () => Promise<void>;
  close: () => Promise<void>;
};

export type Kit = Awaited<ReturnType<typeof load>>;

async function load() {
  const [billing, customers, receiving, refreshing, looking, accounts, factories, events, database, clock, payments] =
    await Promise.all([
      import("@/lib/domain/billing"),
      import("@/lib/domain/billing/customers"),
      import("@/lib/domain/billing/receive-message"),
      import("@/lib/domain/billing/refresh-customers"),
      import("@/lib/domain/billing/sync-customer"),
      import("@/lib/domain/accounts"),
      import("@/lib/testing/factories"),
      import("./effects"),
      import("@/lib/platform/db"),
      import("@/lib/platform/clock"),
      import("@/lib/platform/payments/payments"),
    ]);
  return {
    ...{ ...billing, ...customers, ...receiving, ...refreshing, ...looking, ...accounts, ...factories, ...events },
    ...{ ...database, ...clock, ...payments },
  };
}

/**
 * Set up everything on a Stripe stand-in of its own. The service knows it as `npm start` does; `asStripe`: as Stripe itself.
 * Close it after the tests of the file.
 */
export async function openPaymentBench({ asStripe = false } = {}): Promise<PaymentBench> {
  vi.resetModules();
  let now = () => new Date();
  const peer = await startStandIn({ asStripe, now: () => now() });
  const kit = await load();
  now = kit.clock.now;
  const running = (customer: string) => peer.account.all("subscription", { customer })[0]?.id ?? "";
  return {
    ...{ kit, peer, takeMessages: peer.takeMessages, deliver: () => deliverTo(kit, peer.takeMessages) },
    pay: (url, card, how) => peer.payCheckout(lastPart(url), card, how),
    chooseCard: (customer, card) => void peer.chooseCard(customer, card),
    cancelAtPeriodEnd: (customer) => peer.cancelAtPeriodEnd(running(customer)),
    endPeriod: (customer) => peer.endPeriod(running(customer)),
    dispute: (customer) => void peer.dispute(customer),
    close: async () => {
      vi.unstubAllEnvs();
      vi.resetModules();
      await peer.close();
    },
  };
}

/** Starts a stand-in that code finds if it hasn't read its environment yet. */
export async function startStandIn({ asStripe = false, now = () => new Date() } = {}): Promise<StripeStandIn> {
  const [{ readEnv }, { startStripe }] = await Promise.all([import("@/lib/platform/env"), import("@/peers/stripe")]);
  const { secretKey, webhookSecret } = readEnv(process.env).stripe;
  const keys = { secretKey: secretKey.reveal(), webhookSecret: webhookSecret.reveal() };
  const peer = await startStripe({ ...(asStripe ? {} : keys), now });
  const variables = asStripe ? peer.variables : { STRIPE_PORT: String(peer.port) };
  for (const [variable, value] of Object.entries(variables)) vi.stubEnv(variable, value);
  return peer;
}

async function deliverTo(kit: Kit, takeMessages: () => Sent[]): Promise<void> {
  // What is delivered may make more happen.
  for (let messages = takeMessages(); messages.length > 0; messages = takeMessages()) {
    for (const message of messages) await kit.receivePaymentMessage(kit.systemCtx(), message);
  }
}

const lastPart = (url: string): string => new URL(url).pathname.split("/").at(-1) ?? "";

/** What whoever made the call is thrown. */
export const LINE_IS_DEAD = "the line is dead";

type Step = Exclude<keyof Payments, "name">;

/** The next call of a step at a processor is lost on its way there; or it is done there, and the answer is lost. */
export function lose(processor: Payments, step: Step, what: "call" | "answer"): void {
  const real = processor[step].bind(processor) as (...of: unknown[]) => unknown;
  const lost = async (...of: unknown[]): Promise<never> => {
    if (what === "answer") await real(...of);
    throw new Error(LINE_IS_DEAD);
  };
  vi.spyOn(processor, step).mockImplementationOnce(lost as never);
}
