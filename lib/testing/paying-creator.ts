import type { PaymentBench } from "./payment-bench";

type Card = Parameters<PaymentBench["pay"]>[1];

/** A creator of a creator-pays partner on a bench, and what they do and see. */
export async function payingCreator(bench: PaymentBench, { verified = false } = {}) {
  const { kit } = bench;
  const partner = await kit.makePartner({ plan: "creator_pays" });
  const account = await kit.makeAccount(partner);
  const { person } = account;
  if (verified) await kit.makeIdentity(person);
  const ctx = kit.personCtx(person);
  const customerOf = async (): Promise<string> =>
    (await kit.db.paymentCustomer.findFirstOrThrow({ where: { userId: person.id } })).id;
  return {
    ...{ partner, account, person, ctx, customerOf },
    start: () => kit.startSubscription(ctx, { returnTo: "/creator" }),
    /** Subscribe with a card, and let the processor's messages arrive. */
    subscribe: async (card?: Card) => {
      const step = await bench.pay(await kit.startSubscription(ctx, { returnTo: "/creator" }), card);
      await bench.deliver();
      return step;
    },
    billing: () => kit.findBilling(person.id),
    /** Where the account stands, in one word or two. */
    standing: async () => {
      const { status, suspendReason } = await kit.db.soloAccount.findUniqueOrThrow({ where: { id: account.id } });
      return suspendReason ? `${status} ${suspendReason}` : status;
    },
    /** What the partner has been told, type by type. */
    told: async () =>
      (await kit.eventsOf(partner)).map(({ type, data }) => (data.reason ? `${type} ${String(data.reason)}` : type)),
    row: () => kit.db.subscription.findUniqueOrThrow({ where: { userId: person.id } }),
    /** The processor's subscriptions that have not ended. */
    running: async () =>
      (await kit.payments().listSubscriptions(await customerOf())).filter(({ status }) => status !== "ended"),
  };
}
