import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import type { SimulatedCard } from "./cards";
import { tell } from "./messages";
import { add, get, list, type Thing } from "./store";

/** The card that charges go to: the default, else the newest. */
export async function findCard(tx: Tx | null, customer: string): Promise<Thing<"card"> | null> {
  const reader = tx ?? undefined;
  const { body } = await get("customer", customer, reader);
  const cards = await list("card", customer, reader);
  return cards.find(({ id }) => id === body.card) ?? cards[0] ?? null;
}

/** Save a card in a customer's change. */
export async function saveCard(tx: Tx, customer: string, card: SimulatedCard): Promise<Thing<"card">> {
  const saved = await add(tx, "card", { customer, body: { card, savedAt: clock.now() } });
  await tell(tx, "payment_method.attached", customer, { kind: "customer" });
  return saved;
}
