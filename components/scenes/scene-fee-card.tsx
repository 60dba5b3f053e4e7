import { Card, CardBody, CardHeader, KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { moneyText } from "@/components/ui/format";
import type { SceneFees } from "@/lib/domain/scenes";

const BILLED = {
  uploader_card: "Charged to the uploader’s saved card",
  platform_invoice: "On your monthly platform invoice",
};
const NOT_CHARGED = "Not charged yet. The uploader can pay in their account. Consent continues meanwhile.";

/** What the scene costs, and who pays. */
export function SceneFeeCard({ fees }: { fees: SceneFees }) {
  const { sceneFeeCents, onboardingFeeCents, totalCents, charged, paymentChargeId, billedTo } = fees;
  return (
    <Card as="section" aria-labelledby="fees">
      <CardHeader id="fees" title="Fees" />
      <CardBody>
        <KeyValue
          items={[
            { label: "Scene", value: <Money cents={sceneFeeCents} /> },
            { label: "Onboarding", value: <Money cents={onboardingFeeCents} /> },
            { label: "Total", value: <Money cents={totalCents} /> },
            {
              label: "Billing",
              value: billedTo === "platform_invoice" || charged ? BILLED[billedTo] : NOT_CHARGED,
            },
            ...(paymentChargeId
              ? [{ label: "Charge id", value: <CopyId value={paymentChargeId} label="charge id" /> }]
              : []),
          ]}
        />
      </CardBody>
    </Card>
  );
}

const Money = ({ cents }: { cents: number }) => <span className="tabular-nums">{moneyText(cents)}</span>;
