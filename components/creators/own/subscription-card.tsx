import type { ReactNode } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { KeyValue, SectionCard } from "@/components/ui/card";
import type { FormState } from "@/components/ui/form";
import { moneyText, savedCardText } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { Billing } from "@/lib/domain/billing";

type Action = (state: FormState, form: FormData) => Promise<FormState>;
type SubscriptionCardProps = {
  billing: Billing;
  /** Whether a linked platform, or one that asks to link, makes its creators pay. */
  needed: boolean;
  /** The page already shows the button above. */
  isNext: boolean;
  subscribe: Action;
  manage: Action;
  saveCard: Action;
};

/** The creator's subscription and card, and the buttons to change them. */
export function SubscriptionCard({ billing, needed, isNext, subscribe, manage, saveCard }: SubscriptionCardProps) {
  const { subscription, card, canOpenPortal, priceCents } = billing;
  const canSubscribe = subscription.state === "none" || subscription.state === "ended";
  const price = moneyText(priceCents);
  return (
    <SectionCard
      id="subscription"
      title="Subscription and card"
      description={
        needed || !canSubscribe
          ? undefined
          : `Your platforms pay for you. Some platforms ask their creators to pay: one subscription, ${price} a month, covers them all.`
      }
      body="flex flex-col gap-4"
    >
      <KeyValue
        items={[
          { label: "Subscription", value: stateOf(billing) },
          {
            label: "Card",
            value: card
              ? `${savedCardText(card)}, expires ${String(card.expiryMonth).padStart(2, "0")}/${card.expiryYear}`
              : "None saved",
          },
        ]}
      />
      {billing.isTrial ? <p className="text-muted">This is a trial service. We charge nothing.</p> : null}
      <div className="flex flex-wrap gap-3">
        {canSubscribe && needed && !isNext ? (
          <ActionForm action={subscribe} label={`Subscribe for ${price} a month`} pendingLabel="One moment" />
        ) : null}
        {canOpenPortal ? <ActionForm action={manage} label="Manage subscription" pendingLabel="One moment" /> : null}
        {card ? null : <ActionForm action={saveCard} label="Save a card" pendingLabel="One moment" />}
      </div>
    </SectionCard>
  );
}

function stateOf({ subscription, priceCents }: Billing): ReactNode {
  const { state, source, since, renewsAt, endsAt, graceEndsAt, endedAt } = subscription;
  switch (state) {
    case "none":
      return "None";
    case "active":
      if (source === "complimentary") return "Complimentary";
      return renewsAt ? (
        <>
          Paid. Renews on <Time at={renewsAt} as="date" />
        </>
      ) : (
        `Paid, ${moneyText(priceCents)} a month`
      );
    case "ending":
      return (
        <>
          Canceled. Active until {endsAt ? <Time at={endsAt} as="date" /> : "the end of the month"}, with no further
          charges
        </>
      );
    case "past_due":
      return (
        <>
          Your last payment didn’t go through.{" "}
          {graceEndsAt ? (
            <>
              Active until <Time at={graceEndsAt} as="date" />
            </>
          ) : null}
        </>
      );
    case "ended":
      return <>Ended {endedAt ? <Time at={endedAt} as="date" /> : since ? <Time at={since} as="date" /> : null}</>;
  }
}
