import { moneyText } from "@/components/ui/format";
import { ONBOARDING_FEE_CENTS, SCENE_FEE_CENTS } from "@/lib/domain/billing/scene-fees/labels";

export type JobPayer = "partner_card" | "platform_invoice";

const PAYS: Record<JobPayer, string> = {
  platform_invoice: "We add it to your next platform invoice.",
  partner_card: "We charge the card saved under Billing.",
};

export const JobCost = ({ billedTo }: { billedTo: JobPayer }) => (
  <p className="text-muted text-sm">
    A verification job costs {moneyText(SCENE_FEE_CENTS)}, plus {moneyText(ONBOARDING_FEE_CENTS)} for each performer
    without an active account with us. {PAYS[billedTo]}
  </p>
);
