import { DAY_MS } from "@/lib/platform/duration";
import { daysBetween } from "./platform-fee/months";

const month = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** A month of the fee as people read it. */
export const monthText = (at: Date): string => month.format(at);

/** A day, in UTC. */
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
