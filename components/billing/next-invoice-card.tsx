import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { creatorsText } from "@/components/creators/creator-words";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { moneyText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";

import type { PlatformFee } from "@/lib/domain/billing";
import { dayText, monthText } from "@/lib/domain/billing/labels";
import { invoiceHref, linesHref, UPCOMING } from "./invoices";

/** What the coming invoice would be now, and how it is counted. */
export function NextInvoiceCard({ fee }: { fee: PlatformFee }) {
  const { month, creators, totalCents, ahead, before } = fee.next;
  return (
    <Card as="section" aria-labelledby="next-invoice">
      <CardHeader
        id="next-invoice"
        title="Next invoice"
        description={`On ${dayText(month)}, for ${monthText(month)}, as it would be if nothing changed until then.`}
        actions={
          creators > 0 ? (
            <>
              <ButtonLink size="sm" href={invoiceHref(UPCOMING)}>
                See each creator
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
      />
      <CardBody className="flex flex-col gap-4">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold text-lg tabular-nums">{moneyText(totalCents)}</span>
          <span className="text-muted text-sm">
            for {creatorsText(creators)}, {moneyText(fee.priceCents)} each a month
          </span>
        </p>
        {before.creators > 0 ? (
          <ul className="flex flex-col divide-y divide-line border-line border-y text-sm">
            <Sum cents={ahead.cents}>
              {monthText(month)}: {creatorsText(ahead.creators)}
            </Sum>
            <Sum cents={before.cents}>
              Days before it that no invoice has charged for: {creatorsText(before.creators)}
            </Sum>
          </ul>
        ) : null}
        {fee.lapsedAt ? (
          <p className="max-w-prose text-sm">
            Suspended creators are not counted; they are again once the fee is paid.
          </p>
        ) : null}
        <p className="max-w-prose text-muted text-sm">
          {PRORATION[fee.proration]} Whoever is not active when the invoice is made, for whatever reason, is not charged
          for the month. Creators who pay for themselves are never on it.
        </p>
      </CardBody>
    </Card>
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
    "Each active creator is charged for the month ahead, and for days before it on which they were active and no invoice has charged. Creators whom you deactivated are not on it.",
  none: "Each active creator is charged for the month ahead, or afterwards for one that they were active in without having been charged. Their first month is free until its end.",
};
