import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { askVendor, isAsked, nextStep } from "@/app/(hosted)/identity-steps/host";
import { ActForm } from "@/components/acts/act-form";
import { AccountLine, AwayLink, Heading, StatusHeading, StepLink } from "@/components/acts/parts";
import { AskedByMail, LinkDeclined } from "@/components/creators/onboarding/link-pages";
import { NotAccepted, Suspended } from "@/components/creators/onboarding/stages";
import { Callout } from "@/components/ui/callout";
import { SubmitButton } from "@/components/ui/form";
import { moneyText } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import { maskAddress, type Payment, readStage, type Stage } from "@/lib/domain/creators/onboarding";
import { readUsualTimes } from "@/lib/domain/identity";
import { reviewTimeText } from "@/lib/domain/identity/labels";
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
  if (isAsked(stage) && !lapsed) redirect(`${startOf(token)}/photos`);
  if (lapsed || (unpaid && (stage.at === "verified" || (stage.at === "submitted" && !later)))) {
    redirect(subscriptionOf(token));
  }
  const money = <Money payment={payment} token={token} partnerName={partnerName} />;
  switch (stage.at) {
    case "draft":
      return redirect(`${startOf(token)}/${nextStep(stage.check)}`);
    case "submitted":
      return (
        <div className="flex flex-col gap-6">
          <StatusHeading status="In review" title={unpaid ? "We have your ID" : "We have everything we need"}>
            {unpaid ? "Thank you. One step is left, and you can do it now." : "Thank you. You can close this page."}
          </StatusHeading>
          {money}
          <ol className="flex flex-col gap-4">
            <Next title="We review your ID">
              {stage.check.driver === "stripe_identity"
                ? "The check of your document and face takes a few minutes."
                : `A custodian of records compares your document, your photo and your details. ${reviewTimeText((await readUsualTimes()).reviewMs)}`}
            </Next>
            <Next title="We email you">
              We send the result to {maskAddress(account.email)}. If we can’t read something, the email explains how to
              try again.
            </Next>
            <Next title={`We tell ${partnerName}`}>
              It learns only that you are verified, never your name, date of birth or photos.
            </Next>
          </ol>
          <AwayLink href={redirectUrl} partnerName={partnerName} primary={!unpaid} />
        </div>
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
      return (
        <div className="flex flex-col gap-6">
          <Heading title="You must be 18 or older">
            The date of birth you entered makes you younger than 18, so we can’t continue. The law allows no exceptions.
          </Heading>
          <p>
            We deleted what you entered. We only recorded that a check was refused for this reason. We don’t tell{" "}
            {partnerName} why.
          </p>
          <p className="text-muted">
            Was it a typo? You can try again <Time at={stage.until} as="relative" />. Have your document ready.
          </p>
        </div>
      );
    case "verified":
      return (
        <div className="flex flex-col gap-6">
          <StatusHeading tone="done" status="Verified" title="All done">
            {account.status === "active"
              ? `Your ID is verified, and we told ${partnerName}. You can close this page.`
              : `Your ID is verified. If you still can’t upload to ${partnerName}, ask them why. You can close this page.`}
          </StatusHeading>
          {money}
          <AwayLink href={redirectUrl} partnerName={partnerName} />
        </div>
      );
    case "ready":
      return <Start action={startAction.bind(null, token)} visitor={visitor} />;
  }
}

/** What happens next. */
function Next({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="border-line border-l-2 pl-4">
      <h2 className="font-medium">{title}</h2>
      <p className="text-muted">{children}</p>
    </li>
  );
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
