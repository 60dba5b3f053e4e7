import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { HostedShell } from "@/components/shell/site";
import { OnboardingStatus } from "./onboarding-status";
import { Welcome } from "./start";
import { findVisitor, getVisitor, questionOf } from "./visitor";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ later?: string | string[] }> };

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const visitor = await findVisitor((await params).token);
  if (!visitor) return { title: "Page not found" };
  const { partner } = visitor.onboarding;
  return { title: visitor.proven ? `Your ID check for ${partner.name}` : `Verify your ID for ${partner.name}` };
}

/**
 * The start of an onboarding, and its status for a person who comes back. Until the mailbox is proven it reads the same for
 * every person, because the platform has the link too.
 */
export default async function OnboardPage({ params, searchParams }: Props) {
  const { token } = await params;
  const visitor = await getVisitor(token);
  const { kind, account, partner } = visitor.onboarding;
  if (kind === "mail" && account.linkRequest && !account.userId) redirect(questionOf(token));
  const later = (await searchParams).later !== undefined;
  return (
    <HostedShell partnerName={partner.name}>
      {visitor.proven ? await OnboardingStatus({ visitor, proven: visitor.proven, later }) : await Welcome({ visitor })}
    </HostedShell>
  );
}
