"use client";

import { CalendarClock, CircleX, CreditCard } from "lucide-react";
import { type ReactNode, useActionState } from "react";
import { Heading, Point } from "@/components/acts/parts";
import { Callout } from "@/components/ui/callout";
import { ErrorSummary, type FormState, LargeSubmit, SubmitButton } from "@/components/ui/form";
import { Time } from "@/components/ui/time";

type SubscriptionStepProps = {
  partnerName: string;
  /** Such as $19.99. */
  price: string;
  /** An earlier subscription ended. */
  lapsed: boolean;
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** The status of the ID. */
  children?: ReactNode;
  /** Another next step. */
  otherwise?: { href: string; label: string };
};

/** The price, how often it is charged and how to cancel, before the person pays. */
export function SubscriptionStep({ partnerName, price, lapsed, action, children, otherwise }: SubscriptionStepProps) {
  const [state, pay] = useActionState(action, {});
  return (
    <div className="flex flex-col gap-8">
      <Heading title={lapsed ? "Your subscription has ended" : "Your subscription"}>
        {lapsed
          ? `Subscribe again to upload to ${partnerName}. Your ID stays on record, so you don’t send it again.`
          : `It pays for keeping your legal records, for ${partnerName} and every other platform you approve.`}
      </Heading>
      {children}
      <ul className="flex flex-col gap-6">
        <Point icon={<CreditCard aria-hidden />} title={`${price} a month`}>
          You pay by card on our payment processor’s page. {partnerName} never sees your card or your name.
        </Point>
        <Point icon={<CalendarClock aria-hidden />} title="How often">
          We charge you today, then on the same day of each month, until you cancel.
        </Point>
        <Point icon={<CircleX aria-hidden />} title="How to cancel">
          You can cancel any time in your account. The subscription then runs until the end of the paid month.
        </Point>
      </ul>
      <form action={pay} className="flex flex-col gap-3">
        <ErrorSummary message={state.message} />
        <LargeSubmit className="h-auto min-h-12" pendingLabel="One moment">
          Subscribe for {price} a month
        </LargeSubmit>
        <p className="text-muted text-sm">You confirm the payment on the next page.</p>
      </form>
      {otherwise ? (
        <a href={otherwise.href} className="self-start rounded-sm text-accent-text underline underline-offset-4">
          {otherwise.label}
        </a>
      ) : null}
    </div>
  );
}

type UnpaidRenewalProps = { until: Date; action: (state: FormState, form: FormData) => Promise<FormState> };

/** The last renewal failed: how long the subscription stays active, and how to fix it. */
export function UnpaidRenewal({ until, action }: UnpaidRenewalProps) {
  const [state, fix] = useActionState(action, {});
  return (
    <Callout tone="waiting" title="Your last payment did not go through">
      <div className="flex flex-col gap-3">
        <p>
          We’ll retry automatically. If the payment still fails on <Time at={until} as="date" />, your subscription
          ends.
        </p>
        <form action={fix} className="flex flex-col gap-3">
          <ErrorSummary message={state.message} />
          <SubmitButton variant="secondary" className="self-start" pendingLabel="One moment">
            Use another card
          </SubmitButton>
        </form>
      </div>
    </Callout>
  );
}
