import { listHref, readListAddress } from "@/components/lists/list-address";

export const EVENTS_PATH = "/portal/events";

/** The event log's filters and cursor in the page's URL. */
const NAMES = ["type", "object", "range", "from", "to", "cursor"] as const;
export type EventAddress = Partial<Record<(typeof NAMES)[number], string>>;

/** Reads them from the page's URL. */
export const readEventAddress = (sent: Parameters<typeof readListAddress>[0]): EventAddress =>
  readListAddress(sent, NAMES);

/** The events about one object. */
export const eventsAbout = (object: string): string => listHref(EVENTS_PATH, { object });
