import { rangeQuery, readListAddress } from "@/components/ui/list-address";

export const REQUESTS_PATH = "/portal/requests";

/** The filters of the request log as the page's address has them, and the place in the log. */
export const REQUEST_NAMES = ["status", "method", "path", "key", "range", "from", "to", "request", "cursor"] as const;
export type RequestAddress = Partial<Record<(typeof REQUEST_NAMES)[number], string>>;

/** What the page's address says. */
export const readRequestAddress = (sent: Parameters<typeof readListAddress>[0]): RequestAddress =>
  readListAddress(sent, REQUEST_NAMES);

/** Whether anything narrows the log. */
export const isFiltered = ({ cursor: _, ...filters }: RequestAddress): boolean => Object.values(filters).some(Boolean);

/** The address as the data route's query; a range ends `now`. */
export const toQuery = (address: RequestAddress, now: number): URLSearchParams => rangeQuery(address, now);
