import { countText } from "@/components/overview/count-text";

/** "1 delivery", "1,204 deliveries". */
export const deliveriesText = (count: number): string =>
  `${countText(count)} ${count === 1 ? "delivery" : "deliveries"}`;
