import { listHref, rangeQuery, readListAddress } from "@/components/ui/list-address";

export const EVENTS_PATH = "/portal/events";

/** The filters of the event log as the page's address has them, and the place in the log. */
const NAMES = ["type", "object", "range", "from", "to", "cursor"] as const;
export type EventAddress = Partial<Record<(typeof NAMES)[number], string>>;

/** What the page's address says. */
export const readEventAddress = (sent: Parameters<typeof readListAddress>[0]): EventAddress =>
  readListAddress(sent, NAMES);

/** How many filters narrow the log. */
export const filterCount = ({ type, object, range }: EventAddress): number =>
  [type, object, range].filter(Boolean).length;

/** The address as the data route's query; a range ends `now`. */
export const eventQuery = (address: EventAddress, now: number): URLSearchParams => rangeQuery(address, now);

/** The log of what is about one object. */
export const eventsAbout = (object: string): string => listHref(EVENTS_PATH, { object });
