"use client";

import { CalendarClock, CircleX, CreditCard } from "lucide-react";
import { type ReactNode, useActionState } from "react";
import { Callout } from "@/components/ui/callout";
import type { FormState } from "@/components/ui/form";
import { ErrorSummary, SubmitButton } from "@/components/ui/form";

import { Time } from "@/components/ui/time";
import { Heading, Point } from "./parts";

type SubscriptionStepProps = {
  partnerName: string;
  /** Such as $19.99. */
  price: string;
  /** There was a subscription, and it ended. */
  lapsed: boolean;
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** How it stands with the ID. */
  children?: ReactNode;
  /** Another way on. */
  otherwise?: { href: string; label: string };
};

/** What it costs, how often and how to cancel, said before anything is paid. */
export function SubscriptionStep({ partnerName, price, lapsed, action, children, otherwise }: SubscriptionStepProps) {
  const [state, pay] = useActionState(action, {});
  return (
    <div className="flex flex-col gap-8">
      <Heading title={lapsed ? "Your subscription has ended" : "Your subscription"}>
        {lapsed
          ? `Subscribe again, and you can upload to ${partnerName} as before. Your ID stays on record: you do not show it a second time.`
          : `It pays for keeping your records as the law asks, for ${partnerName} and for every other platform that you say yes to.`}
      </Heading>
      {children}
      <ul className="flex flex-col gap-6">
        <Point icon={<CreditCard aria-hidden />} title={`${price} a month`}>
          By card, on the page of a payment processor. {partnerName} never learns your card or your name.
        </Point>
        <Point icon={<CalendarClock aria-hidden />} title="How often">
          You are charged today, and then on the same day of each month, until you cancel.
        </Point>
        <Point icon={<CircleX aria-hidden />} title="How to cancel">
          Any time, in your own room on this site. It then runs to the end of the month that is paid, and nothing more
          is charged.
        </Point>
      </ul>
      <form action={pay} className="flex flex-col gap-3">
        <ErrorSummary message={state.message} />
        <SubmitButton size="lg" className="h-auto min-h-12 max-sm:w-full sm:self-start" pendingLabel="One moment">
          Subscribe for {price} a month
        </SubmitButton>
        <p className="text-muted text-sm">The payment page comes next. Nothing is charged before you confirm there.</p>
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

/** The last month was not paid: until when that is no matter, and how to mend it. */
export function UnpaidRenewal({ until, action }: UnpaidRenewalProps) {
  const [state, mend] = useActionState(action, {});
  return (
    <Callout tone="waiting" title="Your last payment did not go through">
      <div className="flex flex-col gap-3">
        <p>
          We try again by ourselves, and nothing changes for now. If it is not paid by <Time at={until} as="date" />,
          the subscription ends.
        </p>
        <form action={mend} className="flex flex-col gap-3">
          <ErrorSummary message={state.message} />
          <SubmitButton variant="secondary" className="self-start" pendingLabel="One moment">
            Use another card
          </SubmitButton>
        </form>
      </div>
    </Callout>
  );
}
