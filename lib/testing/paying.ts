import { together } from "./modules";
import type { PaymentBench } from "./payment-bench";

type FeeKit = Pick<PaymentBench["kit"], "db" | "newSceneFee" | "sceneFeeInsertion">;

/** The fee of a scene, as its creation writes it. */
export async function makeSceneFee(kit: FeeKit, given: Parameters<FeeKit["newSceneFee"]>[0]) {
  const fee = kit.newSceneFee(given);
  await kit.db.$executeRaw(kit.sceneFeeInsertion(fee));
  return fee;
}

type Card = Parameters<PaymentBench["chooseCard"]>[1];

/** The whole platform fee, with a bench's processor and clock. */
export async function platformKit({ kit }: PaymentBench) {
  const fee = await together(
    import("@/lib/domain/billing/labels"),
    import("@/lib/domain/billing/platform-fee/charges"),
    import("@/lib/domain/billing/platform-fee/sweep"),
    import("@/lib/domain/billing/platform-fee/advance-invoice"),
    import("@/lib/domain/productions/erase-scenes"),
    import("@/lib/domain/billing/platform-fee/sync-invoices"),
    import("@/lib/domain/billing/open-page"),
    import("./run-jobs"),
    import("@/lib/domain/accounts/funded-accounts"),
    import("@/lib/domain/parties/partners"),
    import("./scenes"),
  );
  return { ...kit, ...fee, makeSceneFee };
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
    kit,
    partner,
    partnerId,
    invoice,
    customer,
    draft,
    advance,
    /** Creators active since a time, by default now. */
    creators: async (count: number, activeSince: Date | string = kit.clock.now()) => {
      const made = [];
      for (let n = 0; n < count; n++) {
        made.push(await kit.makeAccount(partner, { status: "active", activeSince: new Date(activeSince) }));
      }
      return made;
    },
    /** A scene that the platform pays for, with as many performers to onboard. Its uploader is on no invoice. */
    scene: async (newPerformers = 0, createdAt = kit.clock.now()) => {
      const uploader = await kit.makeAccount(partner, { status: "suspended" });
      const { id: sceneId } = await kit.makeScene(partner, { uploaderAccountId: uploader.id, createdAt });
      return makeSceneFee(kit, { sceneId, partnerId, payerId: null, newPerformers });
    },
    /** Saves a card on the processor's page. */
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
    /** Advances the month's invoice as far as possible, including the processor's messages. */
    bill: async () => {
      await draft();
      await advance();
      await bench.deliver();
      return invoice();
    },
    /** What the processor has for the partner, without subscription invoices. */
    asked: async () => kit.payments().listInvoices(await customer(), { limit: 100 }),
    lapsed: async () =>
      (await kit.db.partner.findUniqueOrThrow({ where: { id: partnerId } })).platformFeeLapsedAt !== null,
    deriveStatuses: () => kit.runJobs(kit.deriveFundedStatusesTask, { partnerId }),
    /** How many creators have each status. */
    statuses: async () => {
      const rows = await kit.db.soloAccount.findMany({ where: { partnerId } });
      return Object.fromEntries(
        Object.entries(
          Object.groupBy(rows, ({ status, suspendReason }) => (suspendReason ? `${status} ${suspendReason}` : status)),
        ).map(([status, those]) => [status, those?.length]),
      );
    },
    /** How often each event was sent. */
    told: async () => {
      const all = (await kit.eventsOf(partner)).map(({ type, data }) => `${data.reason ?? type}`);
      return Object.fromEntries(Object.entries(Object.groupBy(all, (one) => one)).map(([one, n]) => [one, n?.length]));
    },
  };
}

type CreatorCard = Parameters<PaymentBench["pay"]>[1];

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
    partner,
    account,
    person,
    ctx,
    customerOf,
    start: () => kit.startSubscription(ctx, { returnTo: "/creator" }),
    /** Subscribes with a card, and delivers the processor's messages. */
    subscribe: async (card?: CreatorCard) => {
      const step = await bench.pay(await kit.startSubscription(ctx, { returnTo: "/creator" }), card);
      await bench.deliver();
      return step;
    },
    billing: () => kit.findBilling(person.id),
    /** The account's status in one or two words. */
    status: async () => {
      const { status, suspendReason } = await kit.db.soloAccount.findUniqueOrThrow({ where: { id: account.id } });
      return suspendReason ? `${status} ${suspendReason}` : status;
    },
    /** The partner's events, by type. */
    told: async () =>
      (await kit.eventsOf(partner)).map(({ type, data }) => (data.reason ? `${type} ${String(data.reason)}` : type)),
    row: () => kit.db.subscription.findUniqueOrThrow({ where: { userId: person.id } }),
    /** The processor's subscriptions that haven't ended. */
    running: async () =>
      (await kit.payments().listSubscriptions(await customerOf())).filter(({ status }) => status !== "ended"),
  };
}
