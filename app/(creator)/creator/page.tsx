import type { Metadata } from "next";
import { requireCreator } from "@/app/session";
import { NextStepCard } from "@/components/creators/own/next-step";
import { SceneFees } from "@/components/creators/own/scene-fees";
import { StatusList } from "@/components/creators/own/status-list";
import { SubscriptionCard } from "@/components/creators/own/subscription-card";
import { readListAddress, type SearchParams, wordsFor } from "@/components/lists/list-address";
import { Callout } from "@/components/ui/callout";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { listSceneFees } from "@/lib/domain/billing";
import { getCreatorStatus } from "@/lib/domain/creators/overview";
import { manageBillingAction, payFeeAction, saveCardAction, showIdAction, subscribeAction } from "./actions";

export const metadata: Metadata = { title: "Your account" };

const PAID: Record<string, string> = {
  "1": "You are subscribed. Thank you.",
  pending: "Your payment is processing. Reload this page in a minute to see the result.",
};

const FEE: Record<string, string> = {
  paid: "Your fee is paid. Thank you.",
  declined: "We could not charge your card. Nothing was paid.",
  pending: "Your payment is processing. Reload this page in a minute to see the result.",
};

type Props = { searchParams: SearchParams };

/** A creator's status, what is missing, and the one thing to do next. */
export default async function CreatorPage({ searchParams }: Props) {
  const ctx = await requireCreator();
  const [status, fees] = await Promise.all([getCreatorStatus(ctx), listSceneFees(ctx)]);
  const { paid, card, fee } = readListAddress(await searchParams, ["paid", "card", "fee"]);
  const { next, id, billing, platforms } = status;
  const owes = !next && id.state === "verified" && fees.owed.some((fee) => fee.status === "unpaid");
  const news = card === "saved" ? "Your card is saved." : (wordsFor(PAID, paid) ?? wordsFor(FEE, fee));
  const tone = fee === "declined" ? "harm" : paid === "pending" || fee === "pending" ? "waiting" : "done";
  const sceneFees = (
    <SceneFees fees={fees} card={billing.card} isNext={owes} pay={payFeeAction} saveCard={saveCardAction} />
  );
  return (
    <>
      <PageHeader
        title="Your account"
        description="What we keep about you, who can use it, and what you still need to do."
      />
      <div className="flex flex-col gap-8">
        {news ? <Callout tone={tone}>{news}</Callout> : null}
        {owes ? (
          sceneFees
        ) : (
          <NextStepCard
            status={status}
            subscribe={subscribeAction}
            manage={manageBillingAction}
            showId={next?.step === "verify" ? showIdAction.bind(null, next.accountId) : null}
          />
        )}
        <StatusList status={status} />
        {owes ? null : sceneFees}
        <SubscriptionCard
          billing={billing}
          needed={platforms.mayNeedSubscription}
          isNext={next?.step === "subscribe" || next?.step === "pay"}
          subscribe={subscribeAction}
          manage={manageBillingAction}
          saveCard={saveCardAction}
        />
        <p className="text-muted">
          Manage passkeys and sessions in <TextLink href="/account">account settings</TextLink>.
        </p>
      </div>
    </>
  );
}
