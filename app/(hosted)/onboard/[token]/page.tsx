import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ExpiredLink } from "@/components/onboarding/expired-link";
import { Introduction } from "@/components/onboarding/introduction";
import { ProveMailbox } from "@/components/onboarding/prove-mailbox";
import { HostedShell } from "@/components/shell/hosted-shell";
import { hasLiveCode, maskAddress } from "@/lib/domain/onboarding";
import { env } from "@/lib/platform/env";
import { begin, confirmCode, mailCode, renewLink } from "./actions";
import { Known } from "./known";
import { priceFor, Start } from "./start";
import { findVisitor, getVisitor, questionOf, type Visitor } from "./visitor";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ later?: string | string[] }> };

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const visitor = await findVisitor((await params).token);
  if (!visitor) return { title: "Page not found" };
  const { partner } = visitor.onboarding;
  return { title: visitor.proven ? `Your ID check for ${partner.name}` : `Verify your ID for ${partner.name}` };
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
