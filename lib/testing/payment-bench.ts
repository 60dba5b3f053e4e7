import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { receivePaymentMessage } from "@/lib/domain/billing/receive-message";
import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import type { Payments } from "@/lib/platform/payments/driver";
import { type CardKind, type StripeStandIn, startStripe } from "@/peers/stripe";
import { setVariables } from "./env";
import { systemCtx } from "./factories";

export type Sent = { rawBody: string; signature: string };

/** What people, banks and time do at Stripe. */
export type PaymentBench = {
  peer: StripeStandIn;
  /** Pays, or saves a card, on the page at a URL. */
  pay: (url: string, card?: CardKind, how?: { confirms: boolean }) => string;
  /** Chooses another card on the page for cards and invoices. */
  chooseCard: (customer: string, card: CardKind) => void;
  cancelAtPeriodEnd: (customer: string) => void;
  /** Ends the current period of the customer's subscription. */
  endPeriod: (customer: string) => void;
  /** Disputes the latest payment. */
  dispute: (customer: string) => void;
  /** Undelivered messages since the last call, oldest first. */
  takeMessages: () => Sent[];
  /** Delivers all of them. */
  deliver: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Starts a Stripe stand-in for a file's tests, by the service's clock. The service treats it as `npm start` does; with `asStripe`,
 * as Stripe itself. Close it after the tests.
 */
export async function openPaymentBench({ asStripe = false } = {}): Promise<PaymentBench> {
  setVariables({ STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined, STRIPE_API_BASE: undefined });
  const { secretKey, webhookSecret } = env().stripe;
  const keys = { secretKey: secretKey.reveal(), webhookSecret: webhookSecret.reveal() };
  const peer = await startStripe({ ...(asStripe ? {} : keys), now: clock.now });
  setVariables(asStripe ? peer.variables : { STRIPE_PORT: String(peer.port) });
  const running = (customer: string) => peer.account.all("subscription", { customer })[0]?.id ?? "";
  return {
    peer,
    takeMessages: peer.takeMessages,
    deliver: () => deliver(peer.takeMessages),
    pay: (url, card, how) => peer.payCheckout(lastPart(url), card, how),
    chooseCard: (customer, card) => void peer.chooseCard(customer, card),
    cancelAtPeriodEnd: (customer) => peer.cancelAtPeriodEnd(running(customer)),
    endPeriod: (customer) => peer.endPeriod(running(customer)),
    dispute: (customer) => void peer.dispute(customer),
    close: peer.close,
  };
}

/**
 * One bench for the tests of a file. Opens it before them, and after each resets its spies and the stand-in's health. The clock is
 * frozen `at` a time before each.
 */
export function sharedPaymentBench({ at }: { at?: string } = {}): PaymentBench {
  const bench = {} as PaymentBench;
  beforeAll(async () => void Object.assign(bench, await openPaymentBench()));
  if (at) beforeEach(() => clock.freeze(at));
  afterEach(() => {
    vi.restoreAllMocks();
    bench.peer.breakDown(false);
  });
  afterAll(() => bench.close());
  return bench;
}

async function deliver(takeMessages: () => Sent[]): Promise<void> {
  // Delivering may cause more messages.
  for (let messages = takeMessages(); messages.length > 0; messages = takeMessages()) {
    for (const message of messages) await receivePaymentMessage(systemCtx(), message);
  }
}

const lastPart = (url: string): string => new URL(url).pathname.split("/").at(-1) ?? "";

/** The error that the caller gets. */
export const LINE_IS_DEAD = "the line is dead";

type Step = Exclude<keyof Payments, "name">;

/** Loses the processor's next call of a step on its way there, or performs it and loses the answer. */
export function lose(processor: Payments, step: Step, what: "call" | "answer"): void {
  const real = processor[step].bind(processor) as (...of: unknown[]) => unknown;
  const lost = async (...of: unknown[]): Promise<never> => {
    if (what === "answer") await real(...of);
    throw new Error(LINE_IS_DEAD);
  };
  vi.spyOn(processor, step).mockImplementationOnce(lost as never);
}
