import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AskedByMail } from "@/components/onboarding/asked-by-mail";
import { ExpiredLink } from "@/components/onboarding/expired-link";
import { InReview } from "@/components/onboarding/in-review";
import { Introduction } from "@/components/onboarding/introduction";
import { LinkAnswered } from "@/components/onboarding/link-answered";
import { LinkQuestion } from "@/components/onboarding/link-question";
import { NotAccepted } from "@/components/onboarding/not-accepted";
import { ProveMailbox } from "@/components/onboarding/prove-mailbox";
import { UnderAge } from "@/components/onboarding/under-age";
import { Verified } from "@/components/onboarding/verified";
import { HostedShell } from "@/components/shell/hosted-shell";
import { SubmitButton } from "@/components/ui/submit-button";
import { refreshVendorCheck } from "@/lib/domain/identity";
import { hasLiveCode, maskAddress, readStage, type Stage } from "@/lib/domain/onboarding";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { answerLink, begin, confirmCode, mailCode, renewLink, start } from "./actions";
import { nextStep } from "./steps";
import {
  asStranger,
  comesByMail,
  findVisitor,
  getVisitor,
  mayAnswer,
  type Proven,
  startOf,
  type Visitor,
} from "./visitor";

type Props = { params: Promise<{ token: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const visitor = await findVisitor((await params).token);
  return { title: visitor ? `Verify your ID for ${visitor.onboarding.partner.name}` : "Page not found" };
}

/**
 * The start of an onboarding, and where everybody who comes back finds out how it stands. Until the mailbox is proven it
 * reads the same for everybody: the platform holds the link too.
 */
export default async function OnboardPage({ params }: Props) {
  const { token } = await params;
  const visitor = await getVisitor(token);
  const { partner } = visitor.onboarding;
  return (
    <HostedShell partnerName={partner.name}>
      {visitor.proven ? await Known({ visitor, proven: visitor.proven }) : <Stranger visitor={visitor} />}
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

async function Known({ visitor, proven }: { visitor: Visitor; proven: Proven }) {
  const { token, onboarding } = visitor;
  const { account, partner } = onboarding;
  const partnerName = partner.name;
  const { redirectUrl } = account;
  const stage = await settledStage(visitor, proven);
  const askedByMail = (
    <AskedByMail partnerName={partnerName} address={maskAddress(account.email)} action={renewLink.bind(null, token)} />
  );
  switch (stage.at) {
    case "link_asked":
      return mayAnswer(visitor, proven) ? (
        <LinkQuestion partnerName={partnerName} action={answerLink.bind(null, token)} />
      ) : (
        askedByMail
      );
    case "begun_elsewhere":
      return comesByMail(visitor) ? <Start action={begin.bind(null, token)} visitor={visitor} /> : askedByMail;
    case "link_declined":
      return <LinkAnswered partnerName={partnerName} redirectUrl={redirectUrl} />;
    case "draft":
      return redirect(`${startOf(token)}/${nextStep(stage.check)}`);
    case "submitted":
      return (
        <InReview
          partnerName={partnerName}
          redirectUrl={redirectUrl}
          address={maskAddress(account.email)}
          byVendor={stage.check.driver === "stripe_identity"}
        />
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
      return <Verified partnerName={partnerName} redirectUrl={redirectUrl} active={account.status === "active"} />;
    case "ready":
      return <Start action={start.bind(null, token)} visitor={visitor} />;
  }
}

function Start({ action, visitor }: { action: () => Promise<void>; visitor: Visitor }) {
  return (
    <Introduction partnerName={visitor.onboarding.partner.name} custodian={env().custodianName}>
      <form action={action}>
        <SubmitButton size="lg" className="max-sm:w-full">
          Start
        </SubmitButton>
      </form>
    </Introduction>
  );
}

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
