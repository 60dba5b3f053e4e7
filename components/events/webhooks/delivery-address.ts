import { readListAddress } from "@/components/lists/list-address";

/** The deliveries' filters and cursor in the page's URL. */
const NAMES = ["status", "type", "endpoint", "range", "from", "to", "cursor"] as const;
export type DeliveryAddress = Partial<Record<(typeof NAMES)[number], string>>;

/** Reads them from the page's URL. On an endpoint's page, only for that endpoint. */
export function readDeliveryAddress(sent: Parameters<typeof readListAddress>[0], endpointId?: string): DeliveryAddress {
  const { endpoint, ...address } = readListAddress(sent, NAMES);
  const of = endpointId ?? endpoint;
  return of ? { ...address, endpoint: of } : address;
}
