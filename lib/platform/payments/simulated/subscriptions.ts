import type { Payments } from "@/lib/platform/payments/driver";
import type { SubscriptionState } from "@/lib/platform/payments/states";
import { end } from "./renewals";
import { change, get, list, type Thing } from "./store";

export const simulatedSubscriptions: Pick<Payments, "listSubscriptions" | "cancelSubscription" | "readDispute"> = {
  listSubscriptions: async (customer) => {
    await get("customer", customer);
    return (await list("subscription", customer)).map(shown);
  },

  cancelSubscription: async (id) => {
    const { customer } = await get("subscription", id);
    await change(customer, async (tx) => end(tx, await get("subscription", id, tx)));
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
