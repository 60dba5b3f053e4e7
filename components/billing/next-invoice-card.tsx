import { Download } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { moneyText } from "@/components/ui/money";
import type { PlatformFee } from "@/lib/domain/billing";
import { invoiceHref, linesHref, UPCOMING } from "./billing-address";
import { creatorsText, dayText, monthText } from "./invoice-words";

/** What the coming invoice would be now, and how it is counted. */
export function NextInvoiceCard({ fee }: { fee: PlatformFee }) {
  const { month, creators, totalCents, groups } = fee.next;
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
        <p>
          <span className="font-semibold text-lg tabular-nums">{moneyText(totalCents)}</span>{" "}
          <span className="text-muted text-sm">
            for {creatorsText(creators)}, {moneyText(fee.priceCents)} each a month
          </span>
        </p>
        {groups.length > 0 ? (
          <ul className="flex flex-col divide-y divide-line border-line border-y text-sm">
            {groups.map(({ starts, creators: count, centsEach }) => (
              <li key={starts.toISOString()} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2">
                <span>
                  {creatorsText(count)}
                  <span className="text-muted">
                    {starts.getTime() === month.getTime() ? `, ${monthText(month)}` : `, from ${dayText(starts)} on`}
                  </span>
                </span>
                <span className="tabular-nums">
                  <span className="text-muted">{moneyText(centsEach)} each</span> {moneyText(count * centsEach)}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        <p className="max-w-prose text-muted text-sm">
          {PRORATION[fee.proration]} Whoever is not active when the invoice is made, for whatever reason, is not on it.
          Creators who pay for themselves are never on it.
        </p>
      </CardBody>
    </Card>
  );
}

const PRORATION = {
  daily:
    "Each active creator is charged for the month ahead, and for those days of the month before that no invoice has charged for.",
  none: "Each active creator is charged for the month ahead. The days before their first whole month are free.",
};
