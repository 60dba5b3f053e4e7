import { firstIdAt } from "@/lib/platform/ids";

/** The smallest id of a delivery that is made at a moment: the bound of a time range over deliveries. */
export const firstDeliveryAt = (at: Date): string => `del_${firstIdAt(at)}`;
