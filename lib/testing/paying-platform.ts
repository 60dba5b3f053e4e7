import type { PaymentBench } from "./payment-bench";

type Card = Parameters<PaymentBench["chooseCard"]>[1];

/** Everything of the platform fee, on a bench's processor and clock. */
export async function platformKit({ kit }: PaymentBench) {
  const [months, liable, drafting, advancing, sweeping, readingBack, pages, running, settling, partners] =
    await Promise.all([
      import("@/lib/domain/billing/platform-fee/months"),
      import("@/lib/domain/billing/platform-fee/liable"),
      import("@/lib/domain/billing/platform-fee/draft-invoices"),
      import("@/lib/domain/billing/platform-fee/advance-invoice"),
      import("@/lib/domain/billing/platform-fee/sweep"),
      import("@/lib/domain/billing/platform-fee/read-back-partner"),
      import("@/lib/domain/billing/open-page"),
      import("@/lib/testing/run-jobs"),
      import("@/lib/domain/accounts/settle-funded"),
      import("@/lib/domain/partners"),
    ]);
  return {
    ...{ ...kit, ...months, ...liable, ...drafting, ...advancing, ...sweeping, ...readingBack },
    ...{ ...pages, ...running, ...settling, ...partners },
  };
}

/** A platform that pays for its creators, on a bench, and what happens to it. */
export async function payingPlatform(bench: PaymentBench) {
  const kit = await platformKit(bench);
  const partner = await kit.makePartner({ plan: "platform_pays" });
  const { id: partnerId } = partner;
  const month = () => kit.monthOf(kit.clock.now());
  const invoice = () => kit.db.platformInvoice.findFirstOrThrow({ where: { partnerId }, orderBy: { month: "desc" } });
  const customer = async () => (await kit.db.paymentCustomer.findFirstOrThrow({ where: { partnerId } })).id;
  const draft = () => kit.draftInvoice(kit.systemCtx(), { partnerId, month: month() });
  const advance = async () => kit.advanceInvoice(kit.systemCtx(), { invoiceId: (await invoice()).id });
  return {
    ...{ kit, partner, partnerId, invoice, customer, draft, advance },
    /** Creators who have been active since a moment, or now. */
    creators: async (count: number, activeSince: Date | string = kit.clock.now()) => {
      const made = [];
      for (let n = 0; n < count; n++) {
        made.push(await kit.makeAccount(partner, { status: "active", activeSince: new Date(activeSince) }));
      }
      return made;
    },
    /** Save a card on the processor's page. */
    saveCard: async (card: Card = "succeeds") => {
      await bench.pay(await kit.openSetupPage(kit.systemCtx(), { partnerId }, { returnTo: "/portal/billing" }), card);
      await bench.deliver();
      await kit.runJobs(kit.advanceInvoiceTask);
    },
    chooseCard: async (card: Card) => {
      await bench.chooseCard(await customer(), card);
      await bench.deliver();
      await kit.runJobs(kit.advanceInvoiceTask);
    },
    /** The month's invoice, as far as it goes, with the processor's messages. */
    bill: async () => {
      await draft();
      await advance();
      await bench.deliver();
      return invoice();
    },
    /** What the processor holds for the partner, subscriptions' invoices left out. */
    asked: async () => kit.payments().listInvoices(await customer(), { limit: 100 }),
    lapsed: async () =>
      (await kit.db.partner.findUniqueOrThrow({ where: { id: partnerId } })).platformFeeLapsedAt !== null,
    settle: () => kit.runJobs(kit.settleFundedAccountsTask, { partnerId }),
    /** How many creators stand where. */
    standings: async () => {
      const rows = await kit.db.soloAccount.findMany({ where: { partnerId } });
      return Object.fromEntries(
        Object.entries(
          Object.groupBy(rows, ({ status, suspendReason }) => (suspendReason ? `${status} ${suspendReason}` : status)),
        ).map(([standing, those]) => [standing, those?.length]),
      );
    },
    /** How often each thing was told. */
    told: async () => {
      const all = (await kit.eventsOf(partner)).map(({ type, data }) => `${data.reason ?? type}`);
      return Object.fromEntries(Object.entries(Object.groupBy(all, (one) => one)).map(([one, n]) => [one, n?.length]));
    },
  };
}
