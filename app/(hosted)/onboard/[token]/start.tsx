import { Introduction } from "@/components/onboarding/introduction";
import { SubmitButton } from "@/components/ui/form";
import { moneyText } from "@/components/ui/format";
import { env } from "@/lib/platform/env";
import type { Visitor } from "./visitor";

/** Who asks, why and what it takes, with the button that begins. */
export function Start({ action, visitor }: { action: () => Promise<void>; visitor: Visitor }) {
  return (
    <Introduction
      partnerName={visitor.onboarding.partner.name}
      custodian={env().custodianName}
      price={priceFor(visitor)}
    >
      <form action={action}>
        <SubmitButton size="lg" className="max-sm:w-full">
          Start
        </SubmitButton>
      </form>
    </Introduction>
  );
}

/** By the platform's plan and not by who pays for this account: the page reads the same whoever the creator is. */
export const priceFor = ({ onboarding: { partner } }: Visitor): string | null =>
  partner.plan === "creator_pays" ? moneyText(env().prices.creatorSubscriptionCents) : null;
