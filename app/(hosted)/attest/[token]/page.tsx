import type { Metadata } from "next";
import { Closed, closedTitle } from "@/components/scenes/attest/closed";
import { Completed } from "@/components/scenes/attest/completed";
import { NamesForm } from "@/components/scenes/attest/names-form";
import { performerField } from "@/components/scenes/attest/parts";
import { HostedShell } from "@/components/shell/site";
import { Stepper } from "@/components/ui/progress";
import { OWN_ADDRESS, type SessionOfLink } from "@/lib/domain/scenes/upload-sessions";
import { nameAction } from "./actions";
import { AttestStep } from "./attest-step";
import { findDraft } from "./draft";
import { findSession, getSession, obstacleOf, returnUrl, STEPS, uploadOf } from "./visitor";

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
  const { attestation, scene, path, partnerName } = session;
  const upload = uploadOf(session);
  if (attestation) {
    const asked = scene?.performers.length ?? null;
    return (
      <Completed
        upload={upload}
        attestation={attestation}
        asked={asked}
        returnUrl={returnUrl(session, "completed")}
        isEarlier={search.earlier !== undefined}
      />
    );
  }
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
      upload={upload}
      cancelUrl={cancelUrl}
      action={nameAction.bind(null, token)}
      detectedFaceCount={session.detectedFaceCount}
      typed={draft?.performers ?? []}
      errors={typeof search.own === "string" ? { [performerField(Number(search.own))]: OWN_ADDRESS } : undefined}
      message={search.draft !== undefined && !draft ? NO_DRAFT : undefined}
    />
  );
}
