import type { ReactNode } from "react";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { FormState } from "@/components/ui/form-state";
import { KeyValue } from "@/components/ui/key-value";
import { moneyText } from "@/components/ui/money";
import { savedCardText } from "@/components/ui/saved-card-text";
import { Time } from "@/components/ui/time";
import type { Billing } from "@/lib/domain/billing";
import { ActionForm } from "./action-form";

type Action = (state: FormState, form: FormData) => Promise<FormState>;
type SubscriptionCardProps = {
  billing: Billing;
  /** A platform that is linked, or asks to be, leaves it to the creator to pay. */
  needed: boolean;
  /** The page asks for it already, above. */
  isNext: boolean;
  subscribe: Action;
  manage: Action;
  saveCard: Action;
};

/** What the creator pays, with what, and where they change it. */
export function SubscriptionCard({ billing, needed, isNext, subscribe, manage, saveCard }: SubscriptionCardProps) {
  const { subscription, card, canOpenPortal, priceCents } = billing;
  const canSubscribe = subscription.state === "none" || subscription.state === "ended";
  const price = moneyText(priceCents);
  return (
    <Card as="section" aria-labelledby="subscription">
      <CardHeader
        id="subscription"
        title="Subscription and card"
        description={
          needed || !canSubscribe
            ? undefined
            : `Your platforms pay for you. Others leave it to their creators: ${price} a month, once, for all of those.`
        }
      />
      <CardBody className="flex flex-col gap-4">
        <KeyValue
          items={[
            { label: "Subscription", value: stateOf(billing) },
            {
              label: "Card",
              value: card
                ? `${savedCardText(card)}, until ${String(card.expiryMonth).padStart(2, "0")}/${card.expiryYear}`
                : "None saved",
            },
          ]}
        />
        {billing.isTrial ? <p className="text-muted">This is a trial service: no money moves.</p> : null}
        <div className="flex flex-wrap gap-3">
          {canSubscribe && needed && !isNext ? (
            <ActionForm action={subscribe} label={`Subscribe for ${price} a month`} pendingLabel="One moment" />
          ) : null}
          {canOpenPortal ? (
            <ActionForm action={manage} label="Change card, see receipts, or cancel" pendingLabel="One moment" />
          ) : null}
          {card ? null : <ActionForm action={saveCard} label="Save a card" pendingLabel="One moment" />}
        </div>
      </CardBody>
    </Card>
  );
}

function stateOf({ subscription, priceCents }: Billing): ReactNode {
  const { state, source, since, renewsAt, endsAt, graceEndsAt, endedAt } = subscription;
  switch (state) {
    case "none":
      return "None";
    case "active":
      if (source === "complimentary") return "Given by us, without payment";
      return renewsAt ? (
        <>
          Paid. Renewed on <Time at={renewsAt} as="date" />
        </>
      ) : (
        `Paid, ${moneyText(priceCents)} a month`
      );
    case "ending":
      return (
        <>
          Cancelled. Paid until {endsAt ? <Time at={endsAt} as="date" /> : "the end of the month"}; nothing more is
          charged
        </>
      );
    case "past_due":
      return (
        <>
          The last payment did not go through.{" "}
          {graceEndsAt ? (
            <>
              It still counts until <Time at={graceEndsAt} as="date" />
            </>
          ) : null}
        </>
      );
    case "ended":
      return <>Ended {endedAt ? <Time at={endedAt} as="date" /> : since ? <Time at={since} as="date" /> : null}</>;
  }
}
