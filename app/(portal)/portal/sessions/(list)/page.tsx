import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { requirePortalUser } from "@/app/session";
import { unreadNames } from "@/components/lists/list-address";
import { newSessionHref } from "@/components/scenes/upload-sessions/session-address";
import { SessionFilterBar } from "@/components/scenes/upload-sessions/session-filters";
import { SessionList } from "@/components/scenes/upload-sessions/session-list";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/parties/people";
import { listUploadSessions } from "@/lib/domain/scenes/upload-sessions";
import { SESSION_FILTERS, SessionPageQuery } from "@/lib/domain/scenes/upload-sessions/portal/schemas";

export const metadata: Metadata = { title: "Upload sessions" };

/** The uploads that the partner's creators were asked to attest to on our page. */
export default async function SessionsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const sent = await searchParams;
  const address = SessionPageQuery.parse(sent);
  const mayCreate = may(ctx.actor.role, "manage_integration");
  return (
    <>
      <PageHeader
        title="Upload sessions"
        description="Each one asks a creator to attest to an upload on our page before you publish it."
        actions={mayCreate ? <ButtonLink href={newSessionHref()}>Create session</ButtonLink> : undefined}
      />
      <div className="flex flex-col gap-4">
        <SessionFilterBar address={address} unread={unreadNames(sent, SESSION_FILTERS, address)} />
        <SessionList address={address} initial={await listUploadSessions(ctx, address)} mayCreate={mayCreate} />
      </div>
    </>
  );
}
