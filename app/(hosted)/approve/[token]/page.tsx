import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { renewLinkAction } from "@/app/(hosted)/onboard/[token]/actions";
import { startOf } from "@/app/(hosted)/onboard/[token]/visitor";
import { ActForm } from "@/components/acts/act-form";
import { Heading } from "@/components/acts/parts";
import { ExpiredLink, LinkApproved, LinkDeclined } from "@/components/creators/onboarding/link-pages";
import { LinkTerms } from "@/components/creators/onboarding/link-terms";
import { HostedShell } from "@/components/shell/site";
import { Button } from "@/components/ui/button";
import { moneyText } from "@/components/ui/format";
import { findOnboarding, linkApprovalOf, type Onboarding } from "@/lib/domain/accounts";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { answerAction } from "./actions";

type Props = { params: Promise<{ token: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const onboarding = await findOnboarding((await params).token);
  return { title: onboarding?.kind === "mail" ? titleOf(onboarding) : "Page not found" };
}

function titleOf({ account, partner, expired }: Onboarding): string {
  const decision = expired ? "pending" : account.linkRequest?.decision;
  if (decision === "approved") return `${partner.name} is linked to you`;
  return decision === "declined" ? `${partner.name} is not linked to you` : `Link ${partner.name} to your account?`;
}

/**
 * A platform's link request to a person with an account, and their answer. Only the person's own mailed link opens it; for the
 * platform's link the page doesn't exist. Opening it changes nothing, so mail scanners may.
 */
export default async function ApprovePage({ params }: Props) {
  const { token } = await params;
  const onboarding = await findOnboarding(token);
  if (onboarding?.kind !== "mail") notFound();
  // The first platform to provision the person is linked without a request.
  if (!onboarding.account.linkRequest) redirect(startOf(token));
  return <HostedShell partnerName={onboarding.partner.name}>{answerOrQuestion(token, onboarding)}</HostedShell>;
}

function answerOrQuestion(token: string, { account, partner, expired }: Onboarding) {
  const { redirectUrl, linkRequest, status } = account;
  const platform = { partnerName: partner.name, redirectUrl };
  // After some days, the link shows no answer either: the account does.
  if (expired) return <ExpiredLink partnerName={partner.name} action={renewLinkAction.bind(null, token)} byMailOnly />;
  if (linkRequest?.decision === "approved") {
    const { decidedAt } = linkRequest;
    return <LinkApproved {...platform} decidedAt={decidedAt} active={status === "active"} nextUrl={startOf(token)} />;
  }
  if (linkRequest?.decision === "declined") return <LinkDeclined {...platform} />;
  return <Question token={token} partner={partner} />;
}

/** Asks a person who has an account whether to link this platform. */
function Question({ token, partner }: { token: string; partner: Onboarding["partner"] }) {
  const { name: partnerName, plan } = partner;
  const { parts, shown } = linkApprovalOf(partnerName);
  return (
    <div className="flex flex-col gap-8">
      <Heading title={`May ${partnerName} know whether you are verified?`}>
        {partnerName} added you as one of its creators and asks {SERVICE_NAME} to keep your records. You already have an
        account, so we share nothing until you approve.
      </Heading>
      <LinkTerms parts={parts} heading="h2" />
      {plan === "creator_pays" ? (
        <p className="text-muted text-sm">
          Approving is free. To upload, creators of {partnerName} need a subscription for{" "}
          {moneyText(env().prices.creatorSubscriptionCents)} a month. If you already have one, it covers this platform
          too.
        </p>
      ) : null}
      <ActForm action={answerAction.bind(null, token)} className="flex flex-col gap-3">
        <input type="hidden" name="shown" value={shown} />
        <Button type="submit" name="answer" value="approve" variant="primary" size="lg">
          Approve
        </Button>
        <Button type="submit" name="answer" value="decline" size="lg">
          Decline
        </Button>
        <Button type="submit" name="answer" value="not_me" variant="ghost" size="lg" className="whitespace-normal">
          This is not me
        </Button>
      </ActForm>
      <ul className="flex flex-col gap-2 text-pretty border-line border-t pt-6 text-muted text-sm">
        <li>
          <strong className="font-medium text-ink">Decline:</strong> we don’t tell {partnerName}, and we won’t email you
          about it again. It finds out only if it tries to log your content.
        </li>
        <li>
          <strong className="font-medium text-ink">This is not me:</strong> the same as declining. We tell no one.
        </li>
        <li>
          <strong className="font-medium text-ink">Do nothing:</strong> we share nothing.
        </li>
      </ul>
    </div>
  );
}
