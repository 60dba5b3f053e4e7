import { redirect } from "next/navigation";
import { askVendor, nextStep } from "@/app/(hosted)/identity-steps/host";
import { ActForm } from "@/components/acts/act-form";
import { AccountLine, StatusHeading, StepLink } from "@/components/acts/parts";
import { AskedByMail, LinkDeclined } from "@/components/creators/onboarding/link-pages";
import { InReview, NotAccepted, Suspended, UnderAge, Verified } from "@/components/creators/onboarding/stages";
import { Callout } from "@/components/ui/callout";
import { SubmitButton } from "@/components/ui/form";
import { moneyText } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import { maskAddress, type Payment, readStage, type Stage } from "@/lib/domain/creators/onboarding";
import { env } from "@/lib/platform/env";
import { fixPaymentAction, renewLinkAction, startAction } from "./actions";
import { ByOwnMail, Start } from "./start";
import { comesByMail, type Proven, startOf, subscriptionOf, type Visitor } from "./visitor";

type OnboardingStatusProps = { visitor: Visitor; proven: Proven; later: boolean };

/** The status and next step of a visitor who has proven the mailbox. */
export async function OnboardingStatus({ visitor, proven, later }: OnboardingStatusProps) {
  const { token, onboarding } = visitor;
  const { account, partner } = onboarding;
  const partnerName = partner.name;
  const { redirectUrl } = account;
  const stage = await currentStage(visitor, proven);
  const askedByMail = (
    <AskedByMail
      partnerName={partnerName}
      address={maskAddress(account.email)}
      action={renewLinkAction.bind(null, token)}
    />
  );
  if (stage.at === "link_declined") return <LinkDeclined partnerName={partnerName} redirectUrl={redirectUrl} />;
  const elsewhere = stage.at === "begun_elsewhere";
  if (elsewhere && comesByMail(visitor)) return ByOwnMail({ visitor });
  const { payment } = proven;
  const unpaid = payment?.state === "due" || payment?.state === "elsewhere";
  const lapsed = unpaid && account.suspendReason === "subscription_lapsed";
  // The platform knows about the suspension, so any visit may see it.
  if (account.status === "suspended" && !lapsed) {
    const custodian = `${env().custodianName}, ${env().custodianAddress}`;
    return (
      <Suspended
        partnerName={partnerName}
        redirectUrl={redirectUrl}
        custodian={custodian}
        reason={account.suspendReason}
      />
    );
  }
  if (stage.at === "link_asked") return askedByMail;
  if (elsewhere) return lapsed ? <LapsedElsewhere partnerName={partnerName} /> : askedByMail;
  if (lapsed || (unpaid && (stage.at === "verified" || (stage.at === "submitted" && !later)))) {
    redirect(subscriptionOf(token));
  }
  const money = <Money payment={payment} token={token} partnerName={partnerName} />;
  switch (stage.at) {
    case "draft":
      return redirect(`${startOf(token)}/${nextStep(stage.check)}`);
    case "submitted":
      return (
        <InReview
          partnerName={partnerName}
          redirectUrl={redirectUrl}
          address={maskAddress(account.email)}
          byVendor={stage.check.driver === "stripe_identity"}
          unpaid={unpaid}
        >
          {money}
        </InReview>
      );
    case "rejected":
      return (
        <NotAccepted
          partnerName={partnerName}
          reason={stage.check.rejectionReason}
          note={stage.check.rejectionNote}
          action={startAction.bind(null, token)}
        />
      );
    case "refused":
      return <UnderAge partnerName={partnerName} until={stage.until} />;
    case "verified":
      return (
        <Verified partnerName={partnerName} redirectUrl={redirectUrl} active={account.status === "active"}>
          {money}
        </Verified>
      );
    case "ready":
      return <Start action={startAction.bind(null, token)} visitor={visitor} />;
  }
}

/** The state of the subscription, beside the page's main subject. */
function Money({ payment, token, partnerName }: { payment: Payment | null; token: string; partnerName: string }) {
  if (payment?.state === "past_due") {
    return (
      <Callout tone="waiting" title="Your last payment did not go through">
        <div className="flex flex-col gap-3">
          <p>
            We’ll retry automatically. If the payment still fails on <Time at={payment.until} as="date" />, your
            subscription ends.
          </p>
          <ActForm action={fixPaymentAction.bind(null, token)} className="flex flex-col gap-3">
            <SubmitButton variant="secondary" className="self-start" pendingLabel="One moment">
              Use another card
            </SubmitButton>
          </ActForm>
        </div>
      </Callout>
    );
  }
  if (payment?.state === "paid")
    return <AccountLine>Your subscription is paid. Manage it in your account.</AccountLine>;
  if (payment?.state !== "due") return null;
  return (
    <Callout
      tone="waiting"
      title="One step is left: your subscription"
      actions={<StepLink href={subscriptionOf(token)}>Subscribe for {moneyText(payment.priceCents)} a month</StepLink>}
    >
      You can upload to {partnerName} once your ID is verified and you subscribe, in either order.
    </Callout>
  );
}

/** The subscription ended. The visit was proven by a code, so the person subscribes again from their account. */
const LapsedElsewhere = ({ partnerName }: { partnerName: string }) => (
  <div className="flex flex-col gap-6">
    <StatusHeading tone="waiting" status="Suspended" title="Your subscription has ended">
      Subscribe again in your account to upload to {partnerName}. Sign in by email or passkey. Your ID stays on record.
    </StatusHeading>
    <StepLink href="/creator">Open your account</StepLink>
  </div>
);

/** The stage, after asking the verification service if it has the check: its message may still be on its way. */
async function currentStage({ onboarding }: Visitor, { stage, visit }: Proven): Promise<Stage> {
  return (await askVendor("onboarding", stage)) ? readStage(onboarding, visit) : stage;
}
