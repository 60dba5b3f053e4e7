import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { renewLinkAction } from "@/app/(hosted)/onboard/[token]/actions";
import { startOf } from "@/app/(hosted)/onboard/[token]/visitor";
import { ExpiredLink } from "@/components/creators/onboarding/expired-link";
import { LinkApproved, LinkDeclined } from "@/components/creators/onboarding/link-answered";
import { LinkQuestion } from "@/components/creators/onboarding/link-question";
import { HostedShell } from "@/components/shell/site";
import { moneyText } from "@/components/ui/format";
import { findOnboarding, linkApprovalOf, type Onboarding } from "@/lib/domain/accounts";
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
  const price = partner.plan === "creator_pays" ? moneyText(env().prices.creatorSubscriptionCents) : null;
  return (
    <LinkQuestion
      partnerName={partner.name}
      approval={linkApprovalOf(partner.name)}
      price={price}
      action={answerAction.bind(null, token)}
    />
  );
}
