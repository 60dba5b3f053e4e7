import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pay } from "@/app/(hosted)/onboard/[token]/actions";
import { AskedByMail } from "@/components/onboarding/expired-link";
import { PaymentPending, Subscribed } from "@/components/onboarding/subscription-states";
import { SubscriptionStep } from "@/components/onboarding/subscription-step";
import { HostedShell } from "@/components/shell/hosted-shell";
import { Callout } from "@/components/ui/callout";
import { moneyText } from "@/components/ui/money";
import { Stepper } from "@/components/ui/stepper";
import { maskAddress, type Stage } from "@/lib/domain/onboarding";
import { env } from "@/lib/platform/env";
import { renewLink } from "../actions";
import { lastStepper } from "../steps";
import { getVisitor, startOf, subscriptionOf } from "../visitor";

export const metadata: Metadata = { title: "Your subscription" };

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ paid?: string | string[] }> };

/** Where the person subscribes, last or at any time before. Everybody else is sent to the start, which tells how it stands. */
export default async function SubscriptionPage({ params, searchParams }: Props) {
  const { token } = await params;
  const visitor = await getVisitor(token);
  const { onboarding, proven } = visitor;
  const { account, partner } = onboarding;
  const onHold = account.status === "suspended" && account.suspendReason !== "subscription_lapsed";
  if (!proven?.payment || onHold || proven.stage.at === "begun_elsewhere") redirect(startOf(token));
  const { payment, stage } = proven;
  const sent = stage.at === "submitted" || stage.at === "verified";

  if (payment.state === "paid" || payment.state === "past_due") {
    if (sent) redirect(startOf(token));
    return (
      <HostedShell partnerName={partner.name}>
        <Subscribed onward={startOf(token)} />
      </HostedShell>
    );
  }
  if (payment.state === "elsewhere") {
    return (
      <HostedShell partnerName={partner.name}>
        <AskedByMail
          partnerName={partner.name}
          address={maskAddress(account.email)}
          action={renewLink.bind(null, token)}
        />
      </HostedShell>
    );
  }
  const page = subscriptionOf(token);
  if ((await searchParams).paid === "pending") {
    return (
      <HostedShell partnerName={partner.name}>
        <PaymentPending lookAgain={`${page}?paid=pending`} payPage={page} />
      </HostedShell>
    );
  }
  return (
    <HostedShell
      partnerName={partner.name}
      step={
        sent && !payment.lapsed ? (
          <Stepper {...lastStepper("check" in stage ? stage.check.driver : env().identityDriver)} />
        ) : null
      }
    >
      <SubscriptionStep
        partnerName={partner.name}
        price={moneyText(payment.priceCents)}
        lapsed={payment.lapsed}
        action={pay.bind(null, token)}
        otherwise={otherwiseAt(stage, token)}
      >
        <HowTheIdStands stage={stage} lapsed={payment.lapsed} />
      </SubscriptionStep>
    </HostedShell>
  );
}

function otherwiseAt({ at }: Stage, token: string) {
  if (at === "submitted") return { href: `${startOf(token)}?later`, label: "Not now: wait until my ID is accepted" };
  if (at === "verified") return undefined;
  return { href: startOf(token), label: "First show my ID" };
}

function HowTheIdStands({ stage, lapsed }: { stage: Stage; lapsed: boolean }) {
  if (stage.at === "verified" && !lapsed) {
    return <Callout tone="done" title="Your ID is verified. This is the last step." />;
  }
  if (stage.at === "submitted") {
    return (
      <Callout tone="done" title="We have your ID">
        We look at it now and write to you, most often within a working day. This step does not have to wait for it.
      </Callout>
    );
  }
  return null;
}
