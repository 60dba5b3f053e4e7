import { DAY_MS } from "@/lib/platform/duration";

const month = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** A month of the fee as people read it. */
export const monthText = (at: Date): string => month.format(at);

/** A day, in UTC, spelled out as on invoices and in mails. */
export const dayText = (at: Date): string => day.format(at);

/** For which days a line charges; how many, where it is not all of them. */
export function chargedText({ starts, ends, days }: { starts: Date; ends: Date; days: number }): string {
  const span = spanText(starts, ends);
  return days === daysBetween(starts, ends) ? span : `${days} days of ${span}`;
}

/** The days from one to another, which does not count: a day or a month by its name, else the first and the last day. */
export function spanText(starts: Date, ends: Date): string {
  const last = new Date(ends.getTime() - DAY_MS);
  const whole = starts.getUTCDate() === 1 && ends.getUTCDate() === 1 && monthText(starts) === monthText(last);
  if (whole) return monthText(starts);
  return starts.getTime() === last.getTime() ? dayText(starts) : `${dayText(starts)} to ${dayText(last)}`;
}

// Months and days of the fee are those of UTC. A day is written as its first moment.

export type Proration = "none" | "daily";

/** The first day of the month in which a moment lies, or of one some months later. */
export const monthOf = (at: Date, later = 0): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later));

/** How many days there are from one day to another, which does not count. */
export const daysBetween = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / DAY_MS);

/**
 * What one creator costs on a month's invoice: the price if the creator goes on into the month, and for each day `served` before
 * it what a day of the month before costs, in all rounded to the cent.
 */
export function feeFor(of: { month: Date; served: number; goesOn: boolean; priceCents: number }): number {
  const { month, served, goesOn, priceCents } = of;
  const part = Math.round((priceCents * served) / daysBetween(monthOf(month, -1), month));
  return part + (goesOn ? priceCents : 0);
}
