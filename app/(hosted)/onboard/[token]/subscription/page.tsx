import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { stepsOf } from "@/app/(hosted)/identity-steps/host";
import { payAction } from "@/app/(hosted)/onboard/[token]/actions";
import { AskedByMail } from "@/components/creators/onboarding/expired-link";
import { PaymentPending, Subscribed } from "@/components/creators/onboarding/subscription-states";
import { SubscriptionStep } from "@/components/creators/onboarding/subscription-step";
import { HostedShell } from "@/components/shell/site";
import { Callout } from "@/components/ui/callout";
import { moneyText } from "@/components/ui/format";
import { Stepper } from "@/components/ui/progress";
import { maskAddress, type Stage } from "@/lib/domain/creators/onboarding";
import { env } from "@/lib/platform/env";
import { renewLinkAction } from "../actions";
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

  if (payment.state === "paid" || payment.state === "past_due") {
    if (sent) redirect(startOf(token));
    return (
      <HostedShell partnerName={partner.name}>
        <Subscribed nextUrl={startOf(token)} />
      </HostedShell>
    );
  }
  if (payment.state === "elsewhere") {
    return (
      <HostedShell partnerName={partner.name}>
        <AskedByMail
          partnerName={partner.name}
          address={maskAddress(account.email)}
          action={renewLinkAction.bind(null, token)}
        />
      </HostedShell>
    );
  }
  const page = subscriptionOf(token);
  if ((await searchParams).paid === "pending") {
    return (
      <HostedShell partnerName={partner.name}>
        <PaymentPending reloadUrl={`${page}?paid=pending`} payPage={page} />
      </HostedShell>
    );
  }
  return (
    <HostedShell
      partnerName={partner.name}
      step={
        sent && !payment.lapsed ? (
          <Stepper {...lastStepper("check" in stage ? stage.check : { driver: env().identityDriver })} />
        ) : null
      }
    >
      <SubscriptionStep
        partnerName={partner.name}
        price={moneyText(payment.priceCents)}
        lapsed={payment.lapsed}
        action={payAction.bind(null, token)}
        otherwise={otherwiseAt(stage, token)}
      >
        <IdStatus stage={stage} lapsed={payment.lapsed} />
      </SubscriptionStep>
    </HostedShell>
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
        We usually review it and email you within one business day. You can subscribe now.
      </Callout>
    );
  }
  return null;
}
