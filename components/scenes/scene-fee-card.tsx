import { FactsCard } from "@/components/portal/section";
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
    <FactsCard
      id="fees"
      title="Fees"
      items={[
        { label: "Scene", value: <Money cents={sceneFeeCents} /> },
        { label: "Onboarding", value: <Money cents={onboardingFeeCents} /> },
        { label: "Total", value: <Money cents={totalCents} /> },
        {
          label: "Billing",
          value: billedTo === "platform_invoice" || charged ? BILLED[billedTo] : NOT_CHARGED,
        },
        paymentChargeId && { label: "Charge id", value: <CopyId value={paymentChargeId} label="charge id" /> },
      ]}
    />
  );
}

const Money = ({ cents }: { cents: number }) => <span className="tabular-nums">{moneyText(cents)}</span>;
