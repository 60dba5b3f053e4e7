import type { Metadata } from "next";
import { NextStepCard } from "@/components/creator/next-step";
import { StandingList } from "@/components/creator/status-list";
import { SubscriptionCard } from "@/components/creator/subscription-card";
import { Callout } from "@/components/ui/callout";
import { TextLink } from "@/components/ui/link";
import { readListAddress, wordsFor } from "@/components/ui/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { readStanding } from "@/lib/domain/creator";

import { manageBillingAction, saveCardAction, showIdAction, subscribeAction } from "./actions";
import { requireCreator } from "./creator";

export const metadata: Metadata = { title: "Your room" };

const PAID: Record<string, string> = {
  "1": "You are subscribed. Thank you.",
  pending: "The payment is on its way. This page shows it as soon as we hear of it; come back in a moment.",
};

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** How a creator stands, what is missing, and the one thing to do next. */
export default async function CreatorPage({ searchParams }: Props) {
  const standing = await readStanding(await requireCreator());
  const { paid, card } = readListAddress(await searchParams, ["paid", "card"]);
  const { next, billing, platforms } = standing;
  const news = card === "saved" ? "Your card is saved." : wordsFor(PAID, paid);
  return (
    <>
      <PageHeader
        title="Your room"
        description="What is kept about you here, who may use it, and what is left for you to do."
      />
      <div className="flex flex-col gap-8">
        {news ? <Callout tone={paid === "pending" ? "waiting" : "done"}>{news}</Callout> : null}
        <NextStepCard
          standing={standing}
          subscribe={subscribeAction}
          manage={manageBillingAction}
          showId={next?.step === "verify" ? showIdAction.bind(null, next.accountId) : null}
        />
        <StandingList standing={standing} />
        <SubscriptionCard
          billing={billing}
          needed={platforms.mayNeedSubscription}
          isNext={next?.step === "subscribe" || next?.step === "pay"}
          subscribe={subscribeAction}
          manage={manageBillingAction}
          saveCard={saveCardAction}
        />
        <p className="text-muted">
          Where you are signed in, and passkeys: <TextLink href="/account">your account</TextLink>.
        </p>
      </div>
    </>
  );
}
