const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const minute = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const second = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });

// Formats put a narrow space before AM or PM that browsers don't agree on.
export const plainSpaces = (text: string): string => text.replaceAll("\u202f", " ");

/** A day in UTC, spelled out as on invoices and in mails: "December 15, 2026". */
export const dayText = (at: Date): string => day.format(at);

/** "Dec 15, 2026, 12:00 PM UTC". */
export const minuteText = (at: Date): string => plainSpaces(`${minute.format(at)} UTC`);

/** "Dec 15, 2026, 12:00:42 PM UTC". */
export const secondText = (at: Date): string => plainSpaces(`${second.format(at)} UTC`);
