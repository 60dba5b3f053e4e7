import type { Month } from "./months";

/** What a report counts: requests for the service, takedowns for a partner. */
export type Counted = "requests" | "takedowns";

/** The columns of a report on pages and in print. */
export const FIGURE_LABELS: Readonly<Record<Counted, Readonly<Record<"received" | "done" | "dropped", string>>>> = {
  requests: { received: "Received", done: "Decided", dropped: "Withdrawn" },
  takedowns: { received: "Received", done: "Taken down", dropped: "Canceled" },
};

/** "1.5 h", or a dash where nothing was done. Files have two decimals. */
export const hoursText = (hours: number | null): string =>
  hours === null ? "–" : hours < 0.05 ? "< 0.1 h" : `${Math.round(hours * 10) / 10} h`;

const month = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", year: "numeric", month: "long" });

/** "November 2026". */
export const monthText = (name: Month): string => month.format(new Date(`${name}-01T00:00:00.000Z`));
