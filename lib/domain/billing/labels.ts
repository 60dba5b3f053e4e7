import { DAY_MS } from "@/lib/platform/duration";

const month = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** A month in UTC, such as November 2026. */
export const monthText = (at: Date): string => month.format(at);

/** A day in UTC, spelled out as on invoices and in mails. */
export const dayText = (at: Date): string => day.format(at);

/** The days that a line charges, with their number if some are left out. */
export function chargedText({ starts, ends, days }: { starts: Date; ends: Date; days: number }): string {
  const span = spanText(starts, ends);
  return days === daysBetween(starts, ends) ? span : `${days} days of ${span}`;
}

/** The days from `starts` to before `ends`: a whole month, a single day, or the first and last day. */
export function spanText(starts: Date, ends: Date): string {
  const last = new Date(ends.getTime() - DAY_MS);
  const whole = starts.getUTCDate() === 1 && ends.getUTCDate() === 1 && monthText(starts) === monthText(last);
  if (whole) return monthText(starts);
  return starts.getTime() === last.getTime() ? dayText(starts) : `${dayText(starts)} to ${dayText(last)}`;
}

// The fee counts months and days in UTC. A day is stored as its midnight.

export type Proration = "none" | "daily";

/** The first day of a moment's month, or of a month `later`. */
export const monthOf = (at: Date, later = 0): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later));

/** The number of days from one day to another, exclusive. */
export const daysBetween = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / DAY_MS);

/**
 * One creator's cost on a month's invoice: the full price if the month itself is charged, plus a daily share of the price
 * for each day `served` before it, rounded to the cent.
 */
export function feeFor(of: { month: Date; served: number; goesOn: boolean; priceCents: number }): number {
  const { month, served, goesOn, priceCents } = of;
  const part = Math.round((priceCents * served) / daysBetween(monthOf(month, -1), month));
  return part + (goesOn ? priceCents : 0);
}
