import type { Metadata } from "next";
import { cache } from "react";
import { orNotFound, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { listHref } from "@/components/lists/list-address";
import {
  AttestationLink,
  AttestedStatement,
  NextStep,
  SessionFacts,
  SessionStatus,
} from "@/components/scenes/upload-sessions/session";
import { SessionWatch } from "@/components/scenes/upload-sessions/session-watch";
import { SESSIONS_PATH } from "@/components/shell/addresses";
import { SectionCard } from "@/components/ui/card";
import { shortTitle } from "@/components/ui/format";
import { History } from "@/components/ui/history";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/parties/people";
import { viewUploadSession } from "@/lib/domain/scenes/upload-sessions";

const findSession = cache(async (sessionId: string) =>
  viewUploadSession(await requirePortalUser(), sessionId).catch(orNotFound),
);

export async function generateMetadata({ params }: PageProps<"sessionId">): Promise<Metadata> {
  const { contentTitle } = await findSession((await params).sessionId);
  return { title: `${shortTitle(contentTitle)}, upload session` };
}

/** One upload session: what the partner sent, and what the creator attested to. */
export default async function SessionPage({ params }: PageProps<"sessionId">) {
  const ctx = await requirePortalUser();
  const session = await findSession((await params).sessionId);
  const { id, status, attestationUrl, attestation } = session;
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{session.contentTitle}</span>}
        back={{ href: SESSIONS_PATH, label: "Upload sessions" }}
        meta={<SessionStatus status={status} scene={session.scene?.status} />}
      />
      <SessionWatch id={id} status={status} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <NextStep session={session} />
          {attestationUrl ? <AttestationLink url={attestationUrl} /> : null}
          {attestation ? (
            <AttestedStatement
              attestation={attestation}
              copyHref={may(ctx.actor.role, "manage_records") ? `/api/portal/sessions/${id}/copy` : null}
            />
          ) : null}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <SectionCard id="facts" title="Session">
            <SessionFacts session={session} />
          </SectionCard>
          <History
            lines={session.history}
            eventsHref={may(ctx.actor.role, "manage_integration") ? listHref("/portal/events", { object: id }) : null}
          />
        </div>
      </div>
    </>
  );
}
