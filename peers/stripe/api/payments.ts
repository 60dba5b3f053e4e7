import {
  type Account,
  type CardKind,
  invalid,
  isUnanswered,
  payAway,
  payLate,
  saveCard,
  type Thing,
} from "@/peers/stripe/account";
import { boolean, integer, listOf, metadata, object, oneOf, page, type Route, text } from "./fields";

// Payments, refunds and disputes.

const CHARGE = "latest_charge";

/** Stripe's test cards, and one of this stand-in's own. Each attachment makes a new payment method. */
const TEST_CARDS: Readonly<Record<string, CardKind>> = {
  pm_card_visa: "succeeds",
  pm_card_chargeCustomerFail: "declines_later",
  pm_card_sim_unanswered: "unanswered",
};

/** A payment with its charge instead of the charge's id. */
const withCharge = (account: Account, intent: Thing, expands: boolean): Thing =>
  expands ? { ...intent, latest_charge: account.find("charge", intent.latest_charge) ?? null } : intent;

export const paymentRoutes: Route[] = [
  {
    method: "POST",
    path: /^\/v1\/payment_intents$/,
    takes: object(
      {
        amount: integer,
        currency: oneOf("usd", "eur", "gbp"),
        customer: text,
        payment_method: text,
        allowed_payment_method_types: listOf(oneOf("card", "link", "us_bank_account")),
        off_session: boolean,
        confirm: boolean,
        description: text,
        metadata,
        statement_descriptor_suffix: text,
      },
      ["amount", "currency"],
    ),
    run: ({ account, fields }) => {
      const { amount, customer, payment_method: method, confirm, off_session: away } = fields;
      if (typeof amount !== "number" || amount < 50) {
        throw invalid("Amount must be at least $0.50 usd", { code: "amount_too_small", param: "amount" });
      }
      if (away && !confirm) throw invalid("`off_session` requires `confirm`.", { param: "off_session" });
      if (customer) account.get("customer", customer);
      const card = account.get("payment_method", method);
      if (card.customer !== customer) {
        throw invalid("The provided PaymentMethod does not belong to the Customer.");
      }
      const about = { customer, description: fields.description ?? null, metadata: fields.metadata ?? {} };
      const payment = { amount, method: card.id, about };
      return isUnanswered(card) ? payLate(account, payment) : payAway(account, payment);
    },
  },
  {
    method: "GET",
    path: /^\/v1\/payment_intents\/(pi_\w+)$/,
    takes: object({ expand: listOf(text) }),
    expands: [CHARGE],
    run: ({ account, id, expand }) => withCharge(account, account.get("payment_intent", id), expand.has(CHARGE)),
  },
  {
    method: "GET",
    path: /^\/v1\/payment_intents$/,
    takes: object({
      customer: text,
      created: object({ gt: integer, gte: integer, lt: integer, lte: integer }),
      limit: integer,
      starting_after: text,
      expand: listOf(text),
    }),
    expands: [`data.${CHARGE}`],
    run: ({ account, fields, expand }) => {
      const { customer } = fields;
      if (customer !== undefined) account.get("customer", customer);
      const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = Object(fields.created);
      const found = account
        .all("payment_intent", customer === undefined ? {} : { customer })
        .filter(({ created }) => created > gt && created >= gte && created < lt && created <= lte)
        .map((intent) => withCharge(account, intent, expand.has(`data.${CHARGE}`)));
      return page(found, fields, "/v1/payment_intents");
    },
  },
  {
    method: "POST",
    path: /^\/v1\/payment_methods\/(pm_\w+)\/attach$/,
    takes: object({ customer: text }, ["customer"]),
    run: ({ account, id, fields }) => {
      const customer = account.get("customer", fields.customer);
      const card = TEST_CARDS[id];
      if (card) return saveCard(account, customer.id, card);
      account.get("payment_method", id);
      throw invalid("The payment method you provided has already been attached to a customer.");
    },
  },
  {
    method: "POST",
    path: /^\/v1\/refunds$/,
    takes: object({
      payment_intent: text,
      charge: text,
      amount: integer,
      reason: oneOf("duplicate", "fraudulent", "requested_by_customer"),
      metadata,
    }),
    run: ({ account, fields }) => {
      const intent = account.get("payment_intent", fields.payment_intent);
      if (intent.status !== "succeeded")
        throw invalid("This PaymentIntent does not have a successful charge to refund.");
      if (account.all("refund", { payment_intent: intent.id }).length > 0) {
        throw invalid("Charge has already been refunded.", { code: "charge_already_refunded" });
      }
      const about = { payment_intent: intent.id, charge: intent.latest_charge, reason: fields.reason ?? null };
      const amount = fields.amount ?? intent.amount;
      const refund = account.add("re", "refund", {
        ...about,
        amount,
        currency: "usd",
        status: "succeeded",
        metadata: fields.metadata ?? {},
      });
      const charge = account.get("charge", intent.latest_charge);
      Object.assign(charge, { refunded: true, amount_refunded: amount });
      account.tell("charge.refunded", charge);
      return refund;
    },
  },
  {
    method: "GET",
    path: /^\/v1\/refunds$/,
    takes: object({ payment_intent: text, charge: text, limit: integer, starting_after: text, expand: listOf(text) }),
    run: ({ account, fields }) => {
      const { payment_intent: intent } = fields;
      return page(account.all("refund", intent === undefined ? {} : { payment_intent: intent }), fields, "/v1/refunds");
    },
  },
  {
    method: "GET",
    path: /^\/v1\/disputes\/(dp_\w+)$/,
    takes: object({ expand: listOf(text) }),
    expands: ["charge", "payment_intent"],
    run: ({ account, id, expand }) => {
      const dispute = account.get("dispute", id);
      return expand.has("charge") ? { ...dispute, charge: account.get("charge", dispute.charge) } : dispute;
    },
  },
];
