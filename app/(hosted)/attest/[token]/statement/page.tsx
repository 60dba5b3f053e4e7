import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { performerField } from "@/components/scenes/attest/parts";
import { HostedShell } from "@/components/shell/site";
import { Button } from "@/components/ui/button";
import { moneyText } from "@/components/ui/format";
import { Stepper } from "@/components/ui/progress";
import { ONBOARDING_FEE_CENTS, SCENE_FEE_CENTS, sceneCostAtMost } from "@/lib/domain/billing/scene-fees/labels";
import type { SessionOfLink } from "@/lib/domain/scenes/upload-sessions";
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
  return (
    <HostedShell partnerName={session.partnerName} step={<Stepper steps={STEPS} current={2} />}>
      <AttestStep
        token={token}
        session={session}
        hasChanged={(await searchParams).changed !== undefined}
        typedDay={draft.day}
      >
        <Asked session={session} emails={draft.performers} />
      </AttestStep>
    </HostedShell>
  );
}

/** Who we will ask to consent, and what that costs at most. Inside the form that attests. */
function Asked({ session, emails }: { session: SessionOfLink; emails: readonly string[] }) {
  const { partnerName, billedTo } = session;
  const [scene, each] = [moneyText(SCENE_FEE_CENTS), moneyText(ONBOARDING_FEE_CENTS)];
  const most = moneyText(sceneCostAtMost(emails.length));
  return (
    <>
      <section className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-6">
        <div className="flex items-center justify-between gap-4">
          <h2 className="font-medium">Who we ask to consent</h2>
          <Button type="submit" size="sm" name="change" value="yes">
            Change
          </Button>
        </div>
        <ul className="flex flex-col gap-1">
          {emails.map((email) => (
            <li key={email} className="wrap-anywhere">
              {email}
            </li>
          ))}
        </ul>
        {emails.map((email, n) => (
          <input key={email} type="hidden" name={performerField(n)} value={email} />
        ))}
        <p className="text-muted text-sm">
          We email each a private link to read a release, sign it and show an ID if we need one. {partnerName} may
          publish once everyone has consented.
        </p>
      </section>
      <section className="flex flex-col gap-2">
        <h2 className="font-medium">What it costs</h2>
        {billedTo === "uploader_card" ? (
          <p>
            You pay {scene} for the scene, plus {each} for each person without an active account with us: {most} at
            most. We charge the card in your account. If that fails, the invitations still go out, and you can pay
            later.
          </p>
        ) : (
          <p>
            You pay nothing. {partnerName} pays {scene} for the scene, plus {each} for each person without an active
            account with us: {most} at most.
          </p>
        )}
      </section>
    </>
  );
}
