import type { Tone } from "@/components/ui/tone";
import type { InvoiceState } from "@/lib/domain/billing";
import { DAY_MS } from "@/lib/platform/duration";

/** The states of an invoice, in the partner's words. */
export const INVOICE_STATES: Record<InvoiceState, { label: string; tone: Tone }> = {
  preparing: { label: "Being prepared", tone: "neutral" },
  open: { label: "To be paid", tone: "waiting" },
  paid: { label: "Paid", tone: "done" },
  settled: { label: "Paid otherwise", tone: "done" },
  void: { label: "Void", tone: "neutral" },
  written_off: { label: "Unpaid", tone: "harm" },
};

const month = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

export const monthText = (at: Date): string => month.format(at);
export const dayText = (at: Date): string => day.format(at);

/** The last day before a day. */
export const lastDayText = (ends: Date): string => dayText(new Date(ends.getTime() - 1));

/** For which days a line charges; how many, where a creator was away between. */
export function chargedText({ starts, ends, days }: { starts: Date; ends: Date; days: number }): string {
  const last = lastDayText(ends);
  const isMonth =
    starts.getUTCDate() === 1 && ends.getUTCDate() === 1 && ends.getTime() - starts.getTime() < 32 * DAY_MS;
  const span = isMonth ? monthText(starts) : dayText(starts) === last ? last : `${dayText(starts)} to ${last}`;
  return days === Math.round((ends.getTime() - starts.getTime()) / DAY_MS) ? span : `${days} days of ${span}`;
}

export const creatorsText = (count: number): string =>
  count === 1 ? "1 creator" : `${count.toLocaleString("en-US")} creators`;

/** Why a payment did not work. */
export function failureText(code: string | null): string {
  if (code === null) return "It has not been paid yet.";
  return FAILURES[code] ?? "The card was declined.";
}

const FAILURES: Record<string, string> = {
  no_payment_method: "No card is saved to pay it with.",
  payment_requires_action: "Your bank asks you to confirm it: pay on the invoice's own page.",
  expired_card: "The card has expired.",
  no_owner: "Your team has no owner to whom it could be sent.",
  insufficient_funds: "The card has not enough funds.",
};
