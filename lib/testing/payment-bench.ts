import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import type { Payments } from "@/lib/platform/payments/driver";
import type { CardKind, StripeStandIn } from "@/peers/stripe";
import { together } from "./modules";

// The bench for payment tests. The environment is read once, so import everything that reads it, including the clock,
// from `kit`, which loads after the stand-in starts.

export type Sent = { rawBody: string; signature: string };

/** What people, banks and time do at Stripe. */
export type PaymentBench = {
  kit: Kit;
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

export type Kit = Awaited<ReturnType<typeof load>>;

const load = () =>
  together(
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
  );

/**
 * Sets up everything on its own Stripe stand-in. The service treats it as `npm start` does; with `asStripe`, as Stripe
 * itself. Close it after the file's tests.
 */
export async function openPaymentBench({ asStripe = false } = {}): Promise<PaymentBench> {
  vi.resetModules();
  let now = () => new Date();
  const peer = await startStandIn({ asStripe, now: () => now() });
  const kit = await load();
  now = kit.clock.now;
  const running = (customer: string) => peer.account.all("subscription", { customer })[0]?.id ?? "";
  return {
    kit,
    peer,
    takeMessages: peer.takeMessages,
    deliver: () => deliverTo(kit, peer.takeMessages),
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

/**
 * One bench for the tests of a file. Opens it before them, and after each resets its clock, its spies and the stand-in's
 * health. The clock is frozen `at` a time before each.
 */
export function sharedPaymentBench({ at }: { at?: string } = {}): PaymentBench {
  const bench = { kit: {} } as PaymentBench;
  beforeAll(async () => {
    const { kit, ...opened } = await openPaymentBench();
    Object.assign(bench.kit, kit);
    Object.assign(bench, opened);
  });
  if (at) beforeEach(() => bench.kit.clock.freeze(at));
  afterEach(() => {
    vi.restoreAllMocks();
    bench.peer.breakDown(false);
    bench.kit.clock.reset();
  });
  afterAll(() => bench.close());
  return bench;
}

/** Starts a stand-in for code that hasn't read its environment yet. */
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
  // Delivering may cause more messages.
  for (let messages = takeMessages(); messages.length > 0; messages = takeMessages()) {
    for (const message of messages) await kit.receivePaymentMessage(kit.systemCtx(), message);
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
