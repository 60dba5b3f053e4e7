import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { SectionCard } from "@/components/ui/card";
import { counted, moneyText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";

import type { PlatformFee } from "@/lib/domain/billing";
import { chargedForText, dayText, FEE_LABELS, monthText } from "@/lib/domain/billing/labels";
import { invoiceHref, linesHref, UPCOMING } from "./invoices";

/** The next invoice if it were created now, and how we calculate it. */
export function NextInvoiceCard({ fee }: { fee: PlatformFee }) {
  const { month, creators, scenes, totalCents, ahead, before, fees } = fee.next;
  return (
    <SectionCard
      id="next-invoice"
      title="Next invoice"
      description={`On ${dayText(month)}, for ${monthText(month)}, if nothing changes until then.`}
      actions={
        totalCents > 0 ? (
          <>
            <ButtonLink size="sm" href={invoiceHref(UPCOMING)}>
              See each line
            </ButtonLink>
            <ButtonLink
              size="sm"
              variant="ghost"
              href={linesHref(UPCOMING)}
              icon={<Download aria-hidden className="size-4" />}
              download
            >
              CSV
            </ButtonLink>
          </>
        ) : null
      }
      body="flex flex-col gap-4"
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-lg tabular-nums">{moneyText(totalCents)}</span>
        <span className="text-muted text-sm">
          for {chargedForText({ creators, scenes })}
          {scenes === 0 ? `, ${moneyText(fee.priceCents)} each a month` : ""}
        </span>
      </p>
      {before.creators > 0 || scenes > 0 ? (
        <ul className="flex flex-col divide-y divide-line border-line border-y text-sm">
          {ahead.creators > 0 ? (
            <Sum cents={ahead.cents}>
              {monthText(month)}: {counted(ahead.creators, "creator")}, {moneyText(fee.priceCents)} each
            </Sum>
          ) : null}
          {before.creators > 0 ? (
            <Sum cents={before.cents}>Earlier days not charged yet: {counted(before.creators, "creator")}</Sum>
          ) : null}
          {fees.map(({ kind, count, cents }) => (
            <Sum key={kind} cents={cents}>
              {FEE_LABELS[kind]}s not charged yet: {counted(count, "scene")}
            </Sum>
          ))}
        </ul>
      ) : null}
      {fee.lapsedAt ? (
        <p className="max-w-prose text-sm">Suspended creators are not counted until the fee is paid.</p>
      ) : null}
      <p className="max-w-prose text-muted text-sm">
        {PRORATION[fee.proration]} Creators who are not active on the invoice date are not charged for the month.
        Creators who pay for themselves are never on it.
      </p>
    </SectionCard>
  );
}

function Sum({ cents, children }: { cents: number; children: ReactNode }) {
  return (
    <li className="flex justify-between gap-4 py-2">
      <span>{children}</span>
      <span className="tabular-nums">{moneyText(cents)}</span>
    </li>
  );
}

const PRORATION = {
  daily:
    "We charge each active creator for the month ahead, and for earlier active days not charged yet. Creators you deactivated are not on it.",
  none: "We charge each active creator for the month ahead, or afterwards for a month not charged yet. A creator’s first month is free.",
};
