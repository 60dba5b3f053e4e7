import { CalendarClock, CircleX, CreditCard } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { stepsOf } from "@/app/(hosted)/identity-steps/host";
import { ActForm } from "@/components/acts/act-form";
import { Heading, InlineLink, Point, StatusHeading, StepLink } from "@/components/acts/parts";
import { AskedByMail } from "@/components/creators/onboarding/link-pages";
import { HostedShell } from "@/components/shell/site";
import { Callout } from "@/components/ui/callout";
import { LargeSubmit } from "@/components/ui/form";
import { moneyText } from "@/components/ui/format";
import { Stepper } from "@/components/ui/progress";
import { maskAddress, type Payment, type Stage } from "@/lib/domain/creators/onboarding";
import { env } from "@/lib/platform/env";
import { payAction, renewLinkAction } from "../actions";
import { getVisitor, SUBSCRIPTION, startOf, subscriptionOf } from "../visitor";

export const metadata: Metadata = { title: "Your subscription" };

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ paid?: string | string[] }> };

/** The subscription step, open at any time. Visitors who need no subscription are sent to the start. */
export default async function SubscriptionPage({ params, searchParams }: Props) {
  const { token } = await params;
  const visitor = await getVisitor(token);
  const { onboarding, proven } = visitor;
  const { account, partner } = onboarding;
  const suspended = account.status === "suspended" && account.suspendReason !== "subscription_lapsed";
  if (!proven?.payment || suspended || proven.stage.at === "begun_elsewhere") redirect(startOf(token));
  const { payment, stage } = proven;
  const sent = stage.at === "submitted" || stage.at === "verified";
  if (sent && (payment.state === "paid" || payment.state === "past_due")) redirect(startOf(token));
  const isPending = payment.state === "due" && (await searchParams).paid === "pending";
  const isLastStep = sent && payment.state === "due" && !payment.lapsed && !isPending;
  const check = "check" in stage ? stage.check : { driver: env().identityDriver };
  return (
    <HostedShell partnerName={partner.name} step={isLastStep ? <Stepper {...lastStepper(check)} /> : null}>
      {payment.state === "elsewhere" ? (
        <AskedByMail
          partnerName={partner.name}
          address={maskAddress(account.email)}
          action={renewLinkAction.bind(null, token)}
        />
      ) : payment.state !== "due" ? (
        <Subscribed nextUrl={startOf(token)} />
      ) : isPending ? (
        <PaymentPending page={subscriptionOf(token)} />
      ) : (
        <Subscribe token={token} partnerName={partner.name} payment={payment} stage={stage} />
      )}
    </HostedShell>
  );
}

/** The person paid before sending the ID. */
const Subscribed = ({ nextUrl }: { nextUrl: string }) => (
  <div className="flex flex-col gap-6">
    <StatusHeading tone="done" status="Subscribed" title="Your subscription is paid">
      Next, verify your ID. You need a camera and about three minutes.
    </StatusHeading>
    <StepLink href={nextUrl}>Verify my ID</StepLink>
  </div>
);

/** The person is back from the payment page, but the processor has no result yet. */
const PaymentPending = ({ page }: { page: string }) => (
  <div className="flex flex-col gap-6">
    <StatusHeading tone="waiting" status="Payment processing" title="Your bank hasn’t answered yet">
      This can take a minute or two. You don’t need to pay again, and you can close this page.
    </StatusHeading>
    <StepLink href={`${page}?paid=pending`}>Check again</StepLink>
    <p className="text-muted text-sm">
      Didn’t confirm the payment? <InlineLink href={page}>Return to the payment</InlineLink>
    </p>
  </div>
);

type SubscribeProps = {
  token: string;
  partnerName: string;
  payment: Extract<Payment, { state: "due" }>;
  stage: Stage;
};

/** The price, how often it is charged and how to cancel, before the person pays. */
function Subscribe({ token, partnerName, payment: { priceCents, lapsed }, stage }: SubscribeProps) {
  const price = moneyText(priceCents);
  const otherwise = otherwiseAt(stage, token);
  return (
    <div className="flex flex-col gap-8">
      <Heading title={lapsed ? "Your subscription has ended" : "Your subscription"}>
        {lapsed
          ? `Subscribe again to upload to ${partnerName}. Your ID stays on record, so you don’t send it again.`
          : `It pays for keeping your legal records, for ${partnerName} and every other platform you approve.`}
      </Heading>
      <IdStatus stage={stage} lapsed={lapsed} />
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
      <ActForm action={payAction.bind(null, token)} className="flex flex-col gap-3">
        <LargeSubmit className="h-auto min-h-12" pendingLabel="One moment">
          Subscribe for {price} a month
        </LargeSubmit>
        <p className="text-muted text-sm">You confirm the payment on the next page.</p>
      </ActForm>
      {otherwise ? (
        <a href={otherwise.href} className="self-start rounded-sm text-accent-text underline underline-offset-4">
          {otherwise.label}
        </a>
      ) : null}
    </div>
  );
}

/** The bar at the top once the check is sent: the earlier steps are closed. */
function lastStepper(check: Parameters<typeof stepsOf>[0]) {
  const steps = [...stepsOf(check), { label: SUBSCRIPTION }].map(({ label }) => ({ label }));
  return { steps, current: steps.length };
}

function otherwiseAt({ at }: Stage, token: string) {
  if (at === "submitted") return { href: `${startOf(token)}?later`, label: "Not now. Wait for my ID check" };
  if (at === "verified") return undefined;
  return { href: startOf(token), label: "Verify my ID first" };
}

function IdStatus({ stage, lapsed }: { stage: Stage; lapsed: boolean }) {
  if (stage.at === "verified" && !lapsed) {
    return <Callout tone="done" title="Your ID is verified. This is the last step." />;
  }
  if (stage.at === "submitted") {
    return (
      <Callout tone="done" title="We have your ID">
        A custodian of records reviews it, and we email you the result. You can subscribe now.
      </Callout>
    );
  }
  return null;
}
