import { countText } from "@/components/overview/health";
import type { FailedCount } from "@/lib/domain/webhooks/delivery-schemas";
import { waitingText } from "./endpoint-texts";

/** "1 delivery", "1,204 deliveries". */
export const deliveriesText = (count: number): string =>
  `${countText(count)} ${count === 1 ? "delivery" : "deliveries"}`;

/** "2 deliveries wait and are sent by themselves, …": what is not given up needs no replay. */
export function stillTriedText({ waiting, waitingCut }: Pick<FailedCount, "waiting" | "waitingCut">): string {
  const text = `${countText(waiting)}${waitingCut ? "+" : ""}`;
  return waiting === 1
    ? `${waitingText(text)} and is not given up: it is sent by itself when it is due.`
    : `${waitingText(text)} and are not given up: each is sent by itself when it is due.`;
}
