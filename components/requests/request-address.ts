import { readListAddress } from "@/components/ui/list-address";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";

/** The filters of the request log as the page's address has them, and the place in the log. */
const NAMES = ["status", "method", "path", "key", "range", "from", "to", "request", "cursor"] as const;
export type RequestAddress = Partial<Record<(typeof NAMES)[number], string>>;

const RANGES = new Map([
  ["1h", HOUR_MS],
  ["24h", DAY_MS],
  ["7d", 604_800_000],
  ["30d", 2_592_000_000],
]);

/** What the page's address says. */
export const readRequestAddress = (sent: Parameters<typeof readListAddress>[0]): RequestAddress =>
  readListAddress(sent, NAMES);

/** Whether anything narrows the log. */
export const isFiltered = ({ cursor: _, ...filters }: RequestAddress): boolean => Object.values(filters).some(Boolean);

/** The address as the data route's query. Times in the address are UTC, to the minute; a range ends `now`. */
export function toQuery({ range, from, to, ...plain }: RequestAddress, now: number): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(plain)) if (value) query.set(name, value);
  if (range === "custom") {
    if (from) query.set("from", `${from}:00.000Z`);
    if (to) query.set("to", `${to}:00.000Z`);
  }
  const length = range === undefined ? undefined : RANGES.get(range);
  if (length !== undefined) query.set("from", new Date(now - length).toISOString());
  return query;
}
