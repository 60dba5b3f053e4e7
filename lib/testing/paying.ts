import { deriveFundedStatusesTask } from "@/lib/domain/accounts";
import {
  advanceInvoiceTask,
  findBilling,
  newSceneFee,
  sceneFeeInsertion,
  startSubscription,
} from "@/lib/domain/billing";
import { openSetupPage } from "@/lib/domain/billing/checkout";
import { monthOf } from "@/lib/domain/billing/labels";
import { advanceInvoice } from "@/lib/domain/billing/platform-fee/advance-invoice";
import { draftInvoice } from "@/lib/domain/billing/platform-fee/sweep";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { payments } from "@/lib/platform/payments/payments";
import { eventsOf } from "./effects";
import { makeAccount, makeIdentity, makePartner, personCtx, systemCtx } from "./factories";
import type { PaymentBench } from "./payment-bench";
import { runJobs } from "./run-jobs";
import { makeScene } from "./scenes";

/** The fee of a scene, as its creation writes it. */
export async function makeSceneFee(given: Parameters<typeof newSceneFee>[0]) {
  const fee = newSceneFee(given);
  await db.$executeRaw(sceneFeeInsertion(fee));
  return fee;
}

type Card = Parameters<PaymentBench["chooseCard"]>[1];

/** A platform that pays for its creators, on a bench, and what happens to it. */
export async function payingPlatform(bench: PaymentBench) {
  const partner = await makePartner({ plan: "platform_pays" });
  const { id: partnerId } = partner;
  const month = () => monthOf(clock.now());
  const invoice = () => db.platformInvoice.findFirstOrThrow({ where: { partnerId }, orderBy: { month: "desc" } });
  const customer = async () => (await db.paymentCustomer.findFirstOrThrow({ where: { partnerId } })).id;
  const draft = () => draftInvoice(systemCtx(), { partnerId, month: month() });
  const advance = async () => advanceInvoice(systemCtx(), { invoiceId: (await invoice()).id });
  return {
    partner,
    partnerId,
    invoice,
    customer,
    draft,
    advance,
    /** Creators active since a time, by default now. */
    creators: async (count: number, activeSince: Date | string = clock.now()) => {
      const made = [];
      for (let n = 0; n < count; n++) {
        made.push(await makeAccount(partner, { status: "active", activeSince: new Date(activeSince) }));
      }
      return made;
    },
    /** A scene that the platform pays for, with as many performers to onboard. Its uploader is on no invoice. */
    scene: async (newPerformers = 0, createdAt = clock.now()) => {
      const uploader = await makeAccount(partner, { status: "suspended" });
      const { id: sceneId } = await makeScene(partner, { uploaderAccountId: uploader.id, createdAt });
      return makeSceneFee({ sceneId, partnerId, payerId: null, newPerformers });
    },
    /** Saves a card on the processor's page. */
    saveCard: async (card: Card = "succeeds") => {
      await bench.pay(await openSetupPage(systemCtx(), { partnerId }, { returnTo: "/portal/billing" }), card);
      await bench.deliver();
      await runJobs(advanceInvoiceTask);
    },
    chooseCard: async (card: Card) => {
      await bench.chooseCard(await customer(), card);
      await bench.deliver();
      await runJobs(advanceInvoiceTask);
    },
    /** Advances the month's invoice as far as possible, including the processor's messages. */
    bill: async () => {
      await draft();
      await advance();
      await bench.deliver();
      return invoice();
    },
    /** What the processor has for the partner, without subscription invoices. */
    asked: async () => payments().listInvoices(await customer(), { limit: 100 }),
    lapsed: async () => (await db.partner.findUniqueOrThrow({ where: { id: partnerId } })).platformFeeLapsedAt !== null,
    deriveStatuses: () => runJobs(deriveFundedStatusesTask, { partnerId }),
    /** How many creators have each status. */
    statuses: async () => {
      const rows = await db.soloAccount.findMany({ where: { partnerId } });
      return Object.fromEntries(
        Object.entries(
          Object.groupBy(rows, ({ status, suspendReason }) => (suspendReason ? `${status} ${suspendReason}` : status)),
        ).map(([status, those]) => [status, those?.length]),
      );
    },
    /** How often each event was sent. */
    told: async () => {
      const all = (await eventsOf(partner)).map(({ type, data }) => `${data.reason ?? type}`);
      return Object.fromEntries(Object.entries(Object.groupBy(all, (one) => one)).map(([one, n]) => [one, n?.length]));
    },
  };
}

type CreatorCard = Parameters<PaymentBench["pay"]>[1];

/** A creator of a creator-pays partner on a bench, and what they do and see. */
export async function payingCreator(bench: PaymentBench, { verified = false } = {}) {
  const partner = await makePartner({ plan: "creator_pays" });
  const account = await makeAccount(partner);
  const { person } = account;
  if (verified) await makeIdentity(person);
  const ctx = personCtx(person);
  const customerOf = async (): Promise<string> =>
    (await db.paymentCustomer.findFirstOrThrow({ where: { userId: person.id } })).id;
  return {
    partner,
    account,
    person,
    ctx,
    customerOf,
    start: () => startSubscription(ctx, { returnTo: "/creator" }),
    /** Subscribes with a card, and delivers the processor's messages. */
    subscribe: async (card?: CreatorCard) => {
      const step = await bench.pay(await startSubscription(ctx, { returnTo: "/creator" }), card);
      await bench.deliver();
      return step;
    },
    billing: () => findBilling(person.id),
    /** The account's status in one or two words. */
    status: async () => {
      const { status, suspendReason } = await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } });
      return suspendReason ? `${status} ${suspendReason}` : status;
    },
    /** The partner's events, by type. */
    told: async () =>
      (await eventsOf(partner)).map(({ type, data }) => (data.reason ? `${type} ${String(data.reason)}` : type)),
    row: () => db.subscription.findUniqueOrThrow({ where: { userId: person.id } }),
    /** The processor's subscriptions that haven't ended. */
    running: async () =>
      (await payments().listSubscriptions(await customerOf())).filter(({ status }) => status !== "ended"),
  };
}
