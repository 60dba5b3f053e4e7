import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";

/** How long a session lives. It ends at a fixed moment: being used does not prolong it. */
export const SESSION_MS = 30 * DAY_MS;
/** Custodians see identity documents, so theirs lasts a working day. */
export const CUSTODIAN_SESSION_MS = 12 * HOUR_MS;
