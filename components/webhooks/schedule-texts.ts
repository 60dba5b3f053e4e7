import type { DeliveryFacts } from "@/lib/domain/webhooks/reference";

type Waits = Pick<DeliveryFacts, "waitMinutes">;

/** "after 1, 5, 30 and 120 minutes": when a delivery that failed is tried again. */
export const againText = ({ waitMinutes }: Waits): string =>
  `after ${new Intl.ListFormat("en-GB").format(waitMinutes.map(String))} minutes`;

/** "5 times over 2 h 36 min": how long a delivery is tried, all in all. */
export function triesText({ waitMinutes }: Waits): string {
  const minutes = waitMinutes.reduce((sum, wait) => sum + wait, 0);
  const span = [minutes >= 60 ? `${Math.floor(minutes / 60)} h` : "", minutes % 60 > 0 ? `${minutes % 60} min` : ""];
  return `${waitMinutes.length + 1} times over ${span.filter(Boolean).join(" ")}`;
}
