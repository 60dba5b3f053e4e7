import type { Invoice } from "@/lib/platform/payments/states";
import { type SimulatedCard, whenPresent } from "./cards";
import { makeDefault } from "./customers";
import { markPaid, simulatedInvoices } from "./invoices";
import { saveCard } from "./saved-cards";
import { change, find, get } from "./store";

/** An invoice for its page; null when there is none that was sent. */
export async function findSimulatedInvoice(id: string): Promise<(Invoice & { email: string }) | null> {
  const found = await find("invoice", id);
  if (!found || found.body.status === "draft") return null;
  const [invoice, { body }] = await Promise.all([simulatedInvoices.readInvoice(id), get("customer", found.customer)]);
  return { ...invoice, email: body.email };
}

/** Pay an open invoice on its page; the card is saved. */
export async function paySimulatedInvoice(id: string, card: SimulatedCard): Promise<"done" | "declined" | "closed"> {
  const { customer } = await get("invoice", id);
  return change(customer, async (tx) => {
    const invoice = await get("invoice", id, tx);
    if (invoice.body.status !== "open") return "closed";
    if (whenPresent(card) === "declined") return "declined";
    await markPaid(tx, invoice);
    await makeDefault(tx, customer, (await saveCard(tx, customer, card)).id);
    return "done";
  });
}
