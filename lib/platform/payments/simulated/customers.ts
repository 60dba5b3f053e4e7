import { inTransaction, type Tx } from "@/lib/platform/db";
import type { Payments } from "@/lib/platform/payments/driver";
import { cardShown } from "./cards";
import { tell } from "./messages";
import { settleOpenInvoice } from "./renewals";
import { findCard } from "./saved-cards";
import { add, change, find, get, keep, once } from "./store";

type Methods = "createCustomer" | "hasCustomer" | "updateCustomer" | "readCard" | "adoptCard";

export const simulatedCustomers: Pick<Payments, Methods> = {
  createCustomer: ({ key, email, name = null, metadata }) =>
    inTransaction((tx) =>
      once(tx, key, { email, name, metadata }, async () => {
        const body = { email, name, metadata, card: null };
        return (await add(tx, "customer", { customer: null, body })).id;
      }),
    ),

  hasCustomer: async (id) => (await find("customer", id)) !== null,

  updateCustomer: (id, { email, name }) =>
    change(id, async (tx) => {
      const customer = await get("customer", id, tx);
      Object.assign(customer.body, { email, ...(name === undefined ? {} : { name }) });
      await keep(tx, customer);
    }),

  readCard: async (customer) => {
    const card = await findCard(null, customer);
    return card && cardShown(card.id, card.body.card, card.body.savedAt);
  },

  adoptCard: ({ customer, card }) => change(customer, (tx) => makeDefault(tx, customer, card)),
};

/** Let charges go to a card from now on. What could not be paid before is tried again with it. */
export async function makeDefault(tx: Tx, customer: string, card: string): Promise<void> {
  await get("card", card, tx);
  const whose = await get("customer", customer, tx);
  if (whose.body.card !== card) {
    whose.body.card = card;
    await keep(tx, whose);
    await tell(tx, "customer.updated", customer, { kind: "customer" });
  }
  await settleOpenInvoice(tx, customer);
}
