import { DAY_MS } from "@/lib/platform/duration";

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
