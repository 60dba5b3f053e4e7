import type { Tone } from "@/components/ui/badge";
import type { InvoiceState } from "@/lib/domain/billing";

/** The states of an invoice, in the partner's words. */
export const INVOICE_STATES: Record<InvoiceState, { label: string; tone: Tone }> = {
  preparing: { label: "Being prepared", tone: "neutral" },
  open: { label: "To be paid", tone: "waiting" },
  paid: { label: "Paid", tone: "done" },
  settled: { label: "Paid otherwise", tone: "done" },
  void: { label: "Void", tone: "neutral" },
  written_off: { label: "Unpaid", tone: "harm" },
};

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
