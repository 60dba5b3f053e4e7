import { dayText } from "@/lib/platform/date-text";
import { DAY_MS } from "@/lib/platform/duration";
import type { PlatformInvoiceFeeKind } from "@/prisma/generated/client";

const month = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** A month in UTC, such as November 2026. */
export const monthText = (at: Date): string => month.format(at);

/** The fees of scenes on a platform's invoice, by kind. */
export const FEE_LABELS: Record<PlatformInvoiceFeeKind, string> = {
  scene: "Scene fee",
  onboarding: "Onboarding fee",
  verification: "Verification fee",
};

/** What an invoice charges for: "3 creators", "1 creator and 2 scenes" or "2 scenes". */
export function chargedForText({ creators, scenes }: { creators: number; scenes: number }): string {
  const creatorsText = counted(creators, "creator");
  if (scenes === 0) return creatorsText;
  return `${creators > 0 ? `${creatorsText} and ` : ""}${counted(scenes, "scene")}`;
}

/** "1 scene", "1,204 scenes". */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString("en-US")} ${one}${count === 1 ? "" : "s"}`;

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
