import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Asked } from "@/components/scenes/attest/asked";
import { HostedShell } from "@/components/shell/site";
import { Stepper } from "@/components/ui/progress";
import { AttestStep } from "../attest-step";
import { findDraft } from "../draft";
import { findSession, requireOpen, STEPS, startOf } from "../visitor";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ changed?: string | string[] }> };

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const session = await findSession((await params).token);
  return { title: session ? `Attest to your ${session.contentType}` : "Page not found" };
}

/** The second page of a creator with others: who we will ask, what that costs, the statement and the click. */
export default async function StatementPage({ params, searchParams }: Props) {
  const { token } = await params;
  const session = await requireOpen(token);
  if (session.path !== "collab") redirect(startOf(token));
  const draft = await findDraft(token);
  if (!draft) redirect(`${startOf(token)}?draft`);
  const { partnerName, billedTo } = session;
  return (
    <HostedShell partnerName={partnerName} step={<Stepper steps={STEPS} current={2} />}>
      <AttestStep
        token={token}
        session={session}
        hasChanged={(await searchParams).changed !== undefined}
        typedDay={draft.day}
      >
        <Asked partnerName={partnerName} billedTo={billedTo} emails={draft.performers} />
      </AttestStep>
    </HostedShell>
  );
}
