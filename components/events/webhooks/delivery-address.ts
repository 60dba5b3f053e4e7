import { readListAddress } from "@/components/lists/list-address";

/** The deliveries' filters and cursor in the page's URL. */
const NAMES = ["status", "type", "endpoint", "range", "from", "to", "cursor"] as const;
export type DeliveryAddress = Partial<Record<(typeof NAMES)[number], string>>;

/** Reads them from the page's URL. */
export const readDeliveryAddress = (sent: Parameters<typeof readListAddress>[0]): DeliveryAddress =>
  readListAddress(sent, NAMES);
