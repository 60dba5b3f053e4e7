import { rangeQuery, readListAddress } from "@/components/ui/list-address";

/** The filters of deliveries as the page's address has them, and the place in the list. */
const NAMES = ["status", "type", "endpoint", "range", "from", "to", "cursor"] as const;
export type DeliveryAddress = Partial<Record<(typeof NAMES)[number], string>>;

/** What the page's address says; on one endpoint's page, of that endpoint only. */
export function readDeliveryAddress(sent: Parameters<typeof readListAddress>[0], endpointId?: string): DeliveryAddress {
  const { endpoint, ...address } = readListAddress(sent, NAMES);
  const of = endpointId ?? endpoint;
  return of ? { ...address, endpoint: of } : address;
}

/** The address as the data route's query. A range ends `now`. */
export const deliveryQuery = (address: DeliveryAddress, now: number): URLSearchParams => rangeQuery(address, now);
