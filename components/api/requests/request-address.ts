import { readListAddress } from "@/components/lists/list-address";

export const REQUESTS_PATH = "/portal/requests";

/** The request log's filters and cursor in the page's URL. */
export const REQUEST_NAMES = ["status", "method", "path", "key", "range", "from", "to", "request", "cursor"] as const;
export type RequestAddress = Partial<Record<(typeof REQUEST_NAMES)[number], string>>;

/** Reads them from the page's URL. */
export const readRequestAddress = (sent: Parameters<typeof readListAddress>[0]): RequestAddress =>
  readListAddress(sent, REQUEST_NAMES);
