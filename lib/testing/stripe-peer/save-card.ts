import { SIMULATED_CARDS, type SimulatedCard } from "@/lib/platform/payments/simulated/cards";
import { type PeerState, seconds, type Thing } from "./state";

/** Save a card of a customer's. How it behaves stays with the peer. */
export function saveCard(state: PeerState, customer: string, card: SimulatedCard): Thing {
  const { brand, last4 } = SIMULATED_CARDS[card];
  const shown = { brand, last4, exp_month: 12, exp_year: new Date(seconds() * 1000).getUTCFullYear() + 3 };
  const method = state.add("pm", "payment_method", { type: "card", customer, card: shown });
  state.behaviour.set(method.id, card);
  state.tell("payment_method.attached", method);
  return method;
}
