import type { Tx } from "@/lib/platform/db";
import { type SimulatedCard, whenPresent } from "./cards";
import { makeDefault } from "./customers";
import { tell } from "./messages";
import { begin } from "./renewals";
import { saveCard } from "./saved-cards";
import { change, find, get, keep, type Thing } from "./store";

/** What the page of a checkout shows. */
export type SimulatedCheckout = {
  id: string;
  mode: "subscription" | "setup";
  status: "open" | "complete" | "expired";
  cents: number | null;
  product: string | null;
  email: string;
  /** The card's bank asks whether it is really them. */
  asking: boolean;
  cancelUrl: string;
  /** Where a complete one leads. */
  doneUrl: string;
};

/** What became of a step on the page. `closed`: the checkout was complete or expired already. */
export type Step = "done" | "declined" | "asking" | "closed";

/** A checkout for its page; null when there is none of that id. */
export async function findSimulatedCheckout(id: string): Promise<SimulatedCheckout | null> {
  const checkout = await find("checkout", id);
  if (!checkout) return null;
  const { mode, status, cents, product, asked, cancelUrl, successUrl } = checkout.body;
  const { email } = (await get("customer", checkout.customer)).body;
  const doneUrl = successUrl.replace("{CHECKOUT_SESSION_ID}", id);
  return { id, mode, status, cents, product, email, asking: asked !== null, cancelUrl, doneUrl };
}

/** Pay with a card, or save it. Throws `PaymentsRefused` when there is no such checkout. */
export const submitSimulatedCard = (id: string, card: SimulatedCard): Promise<Step> =>
  step(id, async (tx, checkout) => {
    const outcome = whenPresent(card);
    if (outcome === "works") return complete(tx, checkout, card);
    checkout.body.asked = outcome === "authentication" ? card : null;
    await keep(tx, checkout, checkout.body.expiresAt);
    return outcome === "authentication" ? "asking" : "declined";
  });

/** Answer the bank's question. No is a declined card; the page asks for another. */
export const answerSimulatedBank = (id: string, isThem: boolean): Promise<Step> =>
  step(id, async (tx, checkout) => {
    const { asked } = checkout.body;
    if (asked && isThem) return complete(tx, checkout, asked);
    checkout.body.asked = null;
    await keep(tx, checkout, checkout.body.expiresAt);
    return "declined";
  });

async function step(id: string, run: (tx: Tx, checkout: Thing<"checkout">) => Promise<Step>): Promise<Step> {
  const { customer } = await get("checkout", id);
  return change(customer, async (tx) => {
    const checkout = await get("checkout", id, tx);
    return checkout.body.status === "open" ? run(tx, checkout) : "closed";
  });
}

async function complete(tx: Tx, checkout: Thing<"checkout">, card: SimulatedCard): Promise<Step> {
  const { id, customer, body } = checkout;
  const saved = await saveCard(tx, customer, card);
  if (body.mode === "subscription" && body.cents !== null) {
    await makeDefault(tx, customer, saved.id);
    const sold = { cents: body.cents, product: body.product ?? "Subscription" };
    body.subscription = (await begin(tx, customer, sold)).id;
  }
  Object.assign(body, { status: "complete", card: saved.id, asked: null });
  await keep(tx, checkout);
  await tell(tx, "checkout.session.completed", customer, { kind: "checkout", id });
  return "done";
}
