import type { Metadata } from "next";
import { AccountLine, AwayLink, Statement, StatusHeading } from "@/components/acts/parts";
import { Closed, closedTitle } from "@/components/scenes/attest/closed";
import { NamesForm } from "@/components/scenes/attest/forms";
import { copyNote, performerField, UploadFacts } from "@/components/scenes/attest/parts";
import { HostedShell } from "@/components/shell/site";
import { Callout } from "@/components/ui/callout";
import { counted } from "@/components/ui/format";
import { Stepper } from "@/components/ui/progress";
import { Time } from "@/components/ui/time";
import { OWN_ADDRESS, type SessionOfLink } from "@/lib/domain/scenes/upload-sessions";
import { nameAction } from "./actions";
import { AttestStep } from "./attest-step";
import { findDraft } from "./draft";
import { findSession, getSession, obstacleOf, returnUrl, STEPS } from "./visitor";

type Search = Partial<Record<"own" | "changed" | "day" | "draft" | "earlier", string | string[]>>;
type Props = { params: Promise<{ token: string }>; searchParams: Promise<Search> };

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const session = await findSession((await params).token);
  return { title: session ? titleOf(session) : "Page not found" };
}

function titleOf(session: SessionOfLink): string {
  const { attestation, contentType: kind, partnerName, path } = session;
  const obstacle = obstacleOf(session);
  if (attestation) return `You attested to your ${kind}`;
  if (obstacle) return closedTitle(obstacle, partnerName);
  return path === "collab" ? `Who else is in your ${kind}?` : `Attest to your ${kind}`;
}

const NO_DRAFT = "Your browser didn’t keep the addresses. Allow cookies for this page, then enter them again.";

/**
 * The start of an attestation, and its result. The platform holds the link, so nothing here depends on what we know about the
 * creator or a named performer. Opening it changes nothing.
 */
export default async function AttestPage({ params, searchParams }: Props) {
  const { token } = await params;
  const session = await getSession(token);
  const isFirstStep = session.path === "collab" && session.status === "pending" && !session.obstacle;
  return (
    <HostedShell partnerName={session.partnerName} step={isFirstStep && <Stepper steps={STEPS} current={1} />}>
      {await startOrResult(token, session, await searchParams)}
    </HostedShell>
  );
}

async function startOrResult(token: string, session: SessionOfLink, search: Search) {
  const { path, partnerName } = session;
  if (session.attestation) return <Completed session={session} isEarlier={search.earlier !== undefined} />;
  const cancelUrl = returnUrl(session, "cancelled");
  const obstacle = obstacleOf(session);
  if (obstacle) return <Closed obstacle={obstacle} partnerName={partnerName} returnUrl={cancelUrl} />;
  if (path === "solo") {
    const typedDay = typeof search.day === "string" ? search.day : "";
    return <AttestStep token={token} session={session} hasChanged={search.changed !== undefined} typedDay={typedDay} />;
  }
  const draft = await findDraft(token);
  return (
    <NamesForm
      partnerName={partnerName}
      title={session.contentTitle}
      kind={session.contentType}
      cancelUrl={cancelUrl}
      action={nameAction.bind(null, token)}
      detectedFaceCount={session.detectedFaceCount}
      typed={draft?.performers ?? []}
      errors={typeof search.own === "string" ? { [performerField(Number(search.own))]: OWN_ADDRESS } : undefined}
      message={search.draft !== undefined && !draft ? NO_DRAFT : undefined}
    />
  );
}

/** What the creator attested to, and what happens next. */
function Completed({ session, isEarlier }: { session: SessionOfLink; isEarlier: boolean }) {
  const { attestation, scene, partnerName, contentType } = session;
  if (!attestation) return null;
  // Anybody with the link sees this, so no addresses.
  const asked = scene?.performers.length;
  const awayUrl = returnUrl(session, "completed");
  return (
    <div className="flex flex-col gap-6">
      {isEarlier ? (
        <Callout tone="waiting" live title="This link was already used">
          {asked
            ? "We asked only the people whom an earlier click named."
            : "We kept the earlier attestation, shown below."}
        </Callout>
      ) : null}
      <StatusHeading tone="done" status="Attested" title={`You attested to your ${contentType}`}>
        Recorded on <Time at={attestation.attestedAt} as="datetime" />. {copyNote(partnerName)}
      </StatusHeading>
      {asked ? (
        <section className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-6">
          <h2 className="font-medium">We asked {counted(asked, "person", "people")} to consent</h2>
          <p className="text-muted text-sm">
            We email each person a private link, and list them in your copy. {partnerName} may publish once everyone has
            consented. You don’t have to do anything else.
          </p>
        </section>
      ) : null}
      {awayUrl ? <AwayLink href={awayUrl} partnerName={partnerName} /> : <p>You can close this page.</p>}
      <UploadFacts upload={session} />
      <Statement heading="Your statement">{attestation.text}</Statement>
      <AccountLine>Your account lists every attestation.</AccountLine>
    </div>
  );
}
