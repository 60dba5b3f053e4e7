import { deliverSimulatedMessageTask } from "@/lib/domain/billing";
import { clock } from "@/lib/platform/clock";
import type { SimulatedCard } from "@/lib/platform/payments/simulated/cards";
import { answerSimulatedBank, submitSimulatedCard } from "@/lib/platform/payments/simulated/checkout-page";
import { runJobs } from "./run-jobs";

/** The id at the end of a page's address. */
export const idIn = (url: string): string => new URL(url).pathname.split("/").at(-1) ?? "";

/** Pay, or save a card, on the simulation's page as a person would. */
export async function payOnPage(url: string, card: SimulatedCard = "succeeds"): Promise<string> {
  const step = await submitSimulatedCard(idIn(url), card);
  return step === "asking" ? answerSimulatedBank(idIn(url), true) : step;
}

/** Deliver the simulation's messages about a customer. Returns how many there were. */
export const deliverMessages = (): Promise<number> => runJobs(deliverSimulatedMessageTask);

export const monthsLater = (months: number): void => {
  const later = clock.now();
  later.setUTCMonth(later.getUTCMonth() + months);
  clock.freeze(later);
};
