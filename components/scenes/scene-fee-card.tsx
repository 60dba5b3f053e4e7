import type { ReactNode } from "react";
import { FactsCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { moneyText } from "@/components/ui/format";
import type { SceneFees } from "@/lib/domain/scenes";

type Fees = Pick<SceneFees, "sceneFeeCents" | "onboardingFeeCents" | "totalCents" | "charged" | "paymentChargeId"> & {
  billedTo: string;
};
type FeesCardProps = {
  of: "Scene" | "Job";
  fees: Fees;
  /** Said of a card's charge, and until there is one. */
  charged: string;
  notCharged: ReactNode;
};

/** What a scene or a verification job costs, and who pays. */
export function FeesCard({ of, fees, charged, notCharged }: FeesCardProps) {
  const { sceneFeeCents, onboardingFeeCents, totalCents, paymentChargeId, billedTo } = fees;
  const byCard = fees.charged ? charged : notCharged;
  return (
    <FactsCard
      id="fees"
      title="Fees"
      items={[
        { label: of, value: <Money cents={sceneFeeCents} /> },
        { label: "Onboarding", value: <Money cents={onboardingFeeCents} /> },
        { label: "Total", value: <Money cents={totalCents} /> },
        { label: "Billing", value: billedTo === "platform_invoice" ? "On your monthly platform invoice" : byCard },
        paymentChargeId && { label: "Charge id", value: <CopyId value={paymentChargeId} label="charge id" /> },
      ]}
    />
  );
}

export const SceneFeeCard = ({ fees }: { fees: SceneFees }) => (
  <FeesCard
    of="Scene"
    fees={fees}
    charged="Charged to the uploader’s saved card"
    notCharged="Not charged yet. The uploader can pay in their account. Consent continues meanwhile."
  />
);

const Money = ({ cents }: { cents: number }) => <span className="tabular-nums">{moneyText(cents)}</span>;
