import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AskedByMail } from "@/components/onboarding/asked-by-mail";
import { ExpiredLink } from "@/components/onboarding/expired-link";
import { InReview } from "@/components/onboarding/in-review";
import { Introduction } from "@/components/onboarding/introduction";
import { LapsedElsewhere } from "@/components/onboarding/lapsed-elsewhere";
import { LinkDeclined } from "@/components/onboarding/link-declined";
import { NotAccepted } from "@/components/onboarding/not-accepted";
import { OnHold } from "@/components/onboarding/on-hold";
import { ProveMailbox } from "@/components/onboarding/prove-mailbox";
import { RoomLine } from "@/components/onboarding/room-line";
import { SubscribeLater } from "@/components/onboarding/subscribe-later";
import { UnderAge } from "@/components/onboarding/under-age";
import { UnpaidRenewal } from "@/components/onboarding/unpaid-renewal";
import { Verified } from "@/components/onboarding/verified";
import { HostedShell } from "@/components/shell/hosted-shell";
import { moneyText } from "@/components/ui/money";
import { SubmitButton } from "@/components/ui/submit-button";
import { refreshVendorCheck } from "@/lib/domain/identity";
import { hasLiveCode, maskAddress, type Payment, readStage, type Stage } from "@/lib/domain/onboarding";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { begin, confirmCode, mailCode, renewLink, start } from "./actions";
import { mendPayment } from "./pay-actions";
import { nextStep } from "./steps";
import {
  asStranger,
  comesByMail,
  findVisitor,
  getVisitor,
  type Proven,
  questionOf,
  startOf,
  subscriptionOf,
  type Visitor,
} from "./visitor";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ later?: string | string[] }> };

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const visitor = await findVisitor((await params).token);
  return { title: visitor ? `Verify your ID for ${visitor.onboarding.partner.name}` : "Page not found" };
}

/**
 * The start of an onboarding, and where everybody who comes back finds out how it stands. Until the mailbox is proven it
 * reads the same for everybody: the platform holds the link too.
 */
export default async function OnboardPage({ params, searchParams }: Props) {
  const { token } = await params;
  const visitor = await getVisitor(token);
  const { kind, account, partner } = visitor.onboarding;
  if (kind === "mail" && account.linkRequest && !account.userId) redirect(questionOf(token));
  const later = (await searchParams).later !== undefined;
  return (
    <HostedShell partnerName={partner.name}>
      {visitor.proven ? await Known({ visitor, proven: visitor.proven, later }) : <Stranger visitor={visitor} />}
    </HostedShell>
  );
}

function Stranger({ visitor }: { visitor: Visitor }) {
  const { token, onboarding, visit } = visitor;
  const { kind, expired, account, partner } = onboarding;
  if (expired) return <ExpiredLink partnerName={partner.name} action={renewLink.bind(null, token)} />;
  if (kind === "mail") return <Start action={begin.bind(null, token)} visitor={visitor} />;
  return (
    <Introduction
      partnerName={partner.name}
      custodian={env().custodianName}
      price={priceFor(visitor)}
      brief={visit !== null && hasLiveCode(visit)}
    >
      <ProveMailbox
        address={maskAddress(account.email)}
        codeSent={visit !== null && hasLiveCode(visit)}
        mailCode={mailCode.bind(null, token)}
        confirmCode={confirmCode.bind(null, token)}
      />
    </Introduction>
  );
}

type KnownProps = { visitor: Visitor; proven: Proven; later: boolean };

async function Known({ visitor, proven, later }: KnownProps) {
  const { token, onboarding } = visitor;
  const { account, partner } = onboarding;
  const partnerName = partner.name;
  const { redirectUrl } = account;
  const stage = await settledStage(visitor, proven);
  const askedByMail = (
    <AskedByMail partnerName={partnerName} address={maskAddress(account.email)} action={renewLink.bind(null, token)} />
  );
  if (stage.at === "link_asked") return askedByMail;
  if (stage.at === "link_declined") return <LinkDeclined partnerName={partnerName} redirectUrl={redirectUrl} />;
  const elsewhere = stage.at === "begun_elsewhere";
  if (elsewhere && comesByMail(visitor)) return <Start action={begin.bind(null, token)} visitor={visitor} />;
  const { payment } = proven;
  const unpaid = payment?.state === "due" || payment?.state === "elsewhere";
  const lapsed = unpaid && account.suspendReason === "subscription_lapsed";
  // What the platform is told of a suspension, any visit may be told.
  if (account.status === "suspended" && !lapsed) {
    const custodian = `${env().custodianName}, ${env().custodianAddress}`;
    return <OnHold {...{ partnerName, redirectUrl, custodian }} reason={account.suspendReason} />;
  }
  if (elsewhere) return lapsed ? <LapsedElsewhere partnerName={partnerName} /> : askedByMail;
  if (lapsed || (unpaid && (stage.at === "verified" || (stage.at === "submitted" && !later)))) {
    redirect(subscriptionOf(token));
  }
  const money = <Money {...{ payment, token, partnerName }} />;
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
          action={start.bind(null, token)}
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
      return <Start action={start.bind(null, token)} visitor={visitor} />;
  }
}

function Start({ action, visitor }: { action: () => Promise<void>; visitor: Visitor }) {
  return (
    <Introduction
      partnerName={visitor.onboarding.partner.name}
      custodian={env().custodianName}
      price={priceFor(visitor)}
    >
      <form action={action}>
        <SubmitButton size="lg" className="max-sm:w-full">
          Start
        </SubmitButton>
      </form>
    </Introduction>
  );
}

/** What is still to do about the subscription, beside what the page is about. */
function Money({ payment, token, partnerName }: { payment: Payment | null; token: string; partnerName: string }) {
  if (payment?.state === "past_due") {
    return <UnpaidRenewal until={payment.until} action={mendPayment.bind(null, token)} />;
  }
  if (payment?.state === "paid") return <RoomLine>Your subscription is paid. You manage it in your own room.</RoomLine>;
  if (payment?.state !== "due") return null;
  return <SubscribeLater {...{ partnerName }} href={subscriptionOf(token)} price={moneyText(payment.priceCents)} />;
}

/** By the platform's plan and not by who pays for this account: the page reads the same whoever the creator is. */
const priceFor = ({ onboarding: { partner } }: Visitor): string | null =>
  partner.plan === "creator_pays" ? moneyText(env().prices.creatorSubscriptionCents) : null;

/** Where the person stands, after asking the outside service if it is at work: its message may still be on its way. */
async function settledStage({ onboarding }: Visitor, { stage, visit }: Proven): Promise<Stage> {
  if (stage.at !== "draft" && stage.at !== "submitted") return stage;
  if (!stage.check.vendorSessionId) return stage;
  try {
    await asStranger((ctx) => refreshVendorCheck(ctx, stage.check.id));
  } catch (error) {
    log.warn({ err: error, check: stage.check.id }, "the verification service did not answer");
    return stage;
  }
  return readStage(onboarding, visit);
}
