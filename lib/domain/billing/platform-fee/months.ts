import { DAY_MS } from "@/lib/platform/duration";

// Months and days of the fee are those of UTC. A day is written as its first moment.

export type Proration = "none" | "daily";

/** The first day of the month in which a moment lies, or of one some months later. */
export const monthOf = (at: Date, later = 0): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later));

/** How many days there are from one day to another, which does not count. */
const daysBetween = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / DAY_MS);

/**
 * What one creator costs from a day on until another, which does not count: the price for each whole month, and for a part
 * of a month as much of it as there are days in the part, rounded to the cent.
 */
export function feeFor({ starts, ends, priceCents }: { starts: Date; ends: Date; priceCents: number }): number {
  let cents = 0;
  for (let from = starts; from < ends; from = monthOf(from, 1)) {
    const next = monthOf(from, 1);
    const days = daysBetween(from, next < ends ? next : ends);
    cents += Math.round((priceCents * days) / daysBetween(monthOf(from), next));
  }
  return cents;
}
