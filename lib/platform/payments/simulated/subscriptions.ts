import { clock } from "@/lib/platform/clock";
import { newId } from "@/lib/platform/ids";
import type { Payments } from "@/lib/platform/payments/driver";
import type { SubscriptionState } from "@/lib/platform/payments/states";
import { totalOf } from "./invoices";
import { tell } from "./messages";
import { end } from "./renewals";
import { change, get, keep, list, type Thing } from "./store";

type Methods = "listSubscriptions" | "cancelSubscription" | "refundSubscription" | "readDispute";

export const simulatedSubscriptions: Pick<Payments, Methods> = {
  listSubscriptions: async (customer) => {
    await get("customer", customer);
    return (await list("subscription", customer)).map(shown);
  },

  cancelSubscription: async (id) => {
    const { customer } = await get("subscription", id);
    await change(customer, async (tx) => end(tx, await get("subscription", id, tx)));
  },

  refundSubscription: async (id) => {
    const { customer } = await get("subscription", id);
    return change(customer, async (tx) => {
      const { body } = await get("subscription", id, tx);
      const invoice = await get("invoice", body.invoice, tx);
      if (invoice.body.status !== "paid") return null;
      if (!invoice.body.refund) {
        invoice.body.refund = { id: `re_sim_${newId()}`, cents: totalOf(invoice), at: clock.now() };
        await keep(tx, invoice);
        await tell(tx, "charge.refunded", customer, { kind: "invoice", id: invoice.id });
      }
      const { refund } = invoice.body;
      return { id: refund.id, cents: refund.cents };
    });
  },

  readDispute: async (id) => {
    const { customer, body } = await get("dispute", id);
    return { customer, ...body };
  },
};

function shown({ id, customer, body }: Thing<"subscription">): SubscriptionState {
  const { status, startedAt, periodStart, periodEnd, endedAt, cancelAtEnd } = body;
  const endsAt = cancelAtEnd && status !== "ended" ? periodEnd : null;
  return { id, customer, status, startedAt, periodStart, periodEnd, endsAt, endedAt };
}
