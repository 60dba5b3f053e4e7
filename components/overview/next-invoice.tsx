import { counted, moneyText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Stat, StatRow } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";

import type { NextInvoice } from "@/lib/domain/billing";
import { chargedForText, dayText, monthText } from "@/lib/domain/billing/labels";

export function NextInvoiceFigure({ next, lapsed }: { next: NextInvoice; lapsed: boolean }) {
  return (
    <Section
      id="billing"
      title="Billing"
      actions={
        <ButtonLink href="/portal/billing" size="sm">
          Invoices and card
        </ButtonLink>
      }
      className="gap-4"
    >
      <StatRow>
        <Stat
          label={`Next invoice, ${dayText(next.month)}`}
          value={moneyText(next.totalCents)}
          hint={`For ${chargedForText(next)}, if nothing changes`}
          href="/portal/billing"
        />
        <Stat
          label={monthText(next.month)}
          value={moneyText(next.ahead.cents)}
          hint={`The month ahead, for ${counted(next.ahead.creators, "creator")}`}
        />
        {next.before.creators > 0 ? (
          <Stat
            label="Earlier days"
            value={moneyText(next.before.cents)}
            hint={`Not charged yet, for ${counted(next.before.creators, "creator")}`}
          />
        ) : null}
        {next.scenes > 0 ? (
          <Stat
            label="Scenes"
            value={moneyText(next.fees.reduce((sum, { cents }) => sum + cents, 0))}
            hint={`Fees not charged yet, for ${counted(next.scenes, "scene")}`}
          />
        ) : null}
        {lapsed ? (
          <Stat
            label="Platform fee"
            value="Not paid"
            tone="harm"
            hint="Creators you pay for can’t upload"
            href="/portal/billing"
          />
        ) : null}
      </StatRow>
    </Section>
  );
}
