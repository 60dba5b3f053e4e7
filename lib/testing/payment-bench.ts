import { vi } from "vitest";
import type { Payments } from "@/lib/platform/payments/driver";
import type { SimulatedCard } from "@/lib/platform/payments/simulated/cards";
import type { StripePeer } from "./stripe-peer";

// One bench for tests of payments on both processors. The environment is read once, so everything that reads it is
// imported after the processor is known: tests take it from `kit`, the clock too.

export type Sent = { rawBody: string; signature: string };

/** What people, banks and time do at a processor. */
export type PaymentBench = {
  name: Payments["name"];
  kit: Kit;
  /** Stripe's stand-in; null for the simulation. */
  peer: StripePeer | null;
  /** Pay, or save a card, on the page at an address. */
  pay: (url: string, card?: SimulatedCard, how?: { confirms: boolean }) => Promise<string>;
  /** Choose another card on the page for cards and invoices. */
  chooseCard: (customer: string, card: SimulatedCard) => Promise<void>;
  cancelAtPeriodEnd: (customer: string) => Promise<void>;
  /** The running period of the customer's subscription ends. */
  endPeriod: (customer: string) => Promise<void>;
  /** The bank takes the last payment back. */
  dispute: (customer: string) => Promise<void>;
  /** The messages about what happened since they were taken last, oldest first, not delivered. */
  takeMessages: () => Promise<Sent[]>;
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
      import("@/lib/domain/billing/look-at-customer"),
      import("@/lib/domain/accounts"),
      import("@/lib/testing/factories"),
      import("@/lib/testing/events"),
      import("@/lib/platform/db"),
      import("@/lib/platform/clock"),
      import("@/lib/platform/payments/payments"),
    ]);
  return {
    ...{ ...billing, ...customers, ...receiving, ...refreshing, ...looking, ...accounts, ...factories, ...events },
    ...{ ...database, ...clock, ...payments },
  };
}

/** Set up everything on one processor. Close it after the tests of the file. */
export async function openPaymentBench(name: Payments["name"]): Promise<PaymentBench> {
  vi.resetModules();
  return name === "stripe" ? stripeBench() : simulatedBench();
}

async function stripeBench(): Promise<PaymentBench> {
  const { startStripePeer } = await import("./stripe-peer");
  const peer = await startStripePeer();
  for (const [variable, value] of Object.entries(peer.variables)) vi.stubEnv(variable, value);
  const kit = await load();
  const running = (customer: string) => peer.state.all("subscription", { customer })[0]?.id ?? "";
  const takeMessages = async () => peer.takeMessages();
  return {
    ...{ name: "stripe", kit, peer, takeMessages, deliver: () => deliverTo(kit, takeMessages) },
    pay: async (url, card, how) => peer.payCheckout(lastPart(url), card, how),
    chooseCard: async (customer, card) => void peer.chooseCard(customer, card),
    cancelAtPeriodEnd: async (customer) => peer.cancelAtPeriodEnd(running(customer)),
    endPeriod: async (customer) => peer.endPeriod(running(customer)),
    dispute: async (customer) => void peer.dispute(customer),
    close: async () => {
      vi.unstubAllEnvs();
      vi.resetModules();
      await peer.close();
    },
  };
}

async function simulatedBench(): Promise<PaymentBench> {
  const [kit, checkout, portal, messages] = await Promise.all([
    load(),
    import("@/lib/platform/payments/simulated/checkout-page"),
    import("@/lib/platform/payments/simulated/portal-page"),
    import("@/lib/platform/payments/simulated/messages"),
  ]);
  const portalOf = async (customer: string) =>
    lastPart(await kit.payments().openPortal({ customer, returnUrl: "http://localhost:3000/" }));
  const takeMessages = async () => {
    const jobs = await kit.db.$queryRaw<{ id: bigint; payload: { data: { rawBody: string } } }[]>`
      DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
      WHERE t.id = j.task_id AND t.identifier = ${messages.SIMULATED_MESSAGE_JOB} RETURNING j.id, j.payload`;
    return jobs
      .toSorted((a, b) => Number(a.id - b.id))
      .map(({ payload: { data } }) => ({ ...data, signature: messages.signSimulatedMessage(data.rawBody) }));
  };
  return {
    ...{ name: "simulated", kit, peer: null, takeMessages, deliver: () => deliverTo(kit, takeMessages) },
    pay: async (url, card = "succeeds", { confirms } = { confirms: true }) => {
      const step = await checkout.submitSimulatedCard(lastPart(url), card);
      return step === "asking" ? checkout.answerSimulatedBank(lastPart(url), confirms) : step;
    },
    chooseCard: async (customer, card) => void (await portal.changeSimulatedCard(await portalOf(customer), card)),
    cancelAtPeriodEnd: async (customer) =>
      void (await portal.cancelSimulatedSubscription(await portalOf(customer), true)),
    endPeriod: async (customer) => void (await portal.renewSimulatedSubscription(await portalOf(customer))),
    dispute: async (customer) => void (await portal.disputeSimulatedPayment(await portalOf(customer))),
    close: async () => void vi.resetModules(),
  };
}

async function deliverTo(kit: Kit, takeMessages: () => Promise<Sent[]>): Promise<void> {
  // What is delivered may make more happen.
  for (let messages = await takeMessages(); messages.length > 0; messages = await takeMessages()) {
    for (const message of messages) await kit.receivePaymentMessage(kit.systemCtx(), message);
  }
}

const lastPart = (url: string): string => new URL(url).pathname.split("/").at(-1) ?? "";
