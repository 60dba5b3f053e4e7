import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { CREATOR, ListFilters, optionsOf } from "@/components/lists/filters";
import { PATH_WORDS, SESSION_STATUS_WORDS } from "@/components/scenes/upload-sessions/session";
import { SessionList } from "@/components/scenes/upload-sessions/session-list";
import { newSessionHref, SESSIONS_PATH } from "@/components/shell/addresses";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/parties/people";
import { sessionList } from "@/lib/domain/scenes/upload-sessions";
import { UPLOAD_PATHS, UPLOAD_SESSION_STATUSES } from "@/lib/domain/scenes/upload-sessions/labels";

export const metadata: Metadata = { title: "Upload sessions" };

/** The uploads that the partner's creators were asked to attest to on our page. */
export default async function SessionsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const list = await sessionList.open(ctx, await searchParams);
  const mayCreate = may(ctx.actor.role, "manage_integration");
  return (
    <>
      <PageHeader
        title="Upload sessions"
        description="Each one asks a creator to attest to an upload on our page before you publish it."
        actions={mayCreate ? <ButtonLink href={newSessionHref()}>Create session</ButtonLink> : undefined}
      />
      <SessionList
        list={list}
        mayCreate={mayCreate}
        filters={
          <ListFilters
            {...list}
            path={SESSIONS_PATH}
            search={{ label: "Title, id or creator", placeholder: "Part of a title, or the start of an id" }}
            controls={{
              status: { label: "Status", options: optionsOf(UPLOAD_SESSION_STATUSES, SESSION_STATUS_WORDS) },
              path: { label: "Path", options: optionsOf(UPLOAD_PATHS, PATH_WORDS) },
              creator: CREATOR,
            }}
          />
        }
      />
    </>
  );
}
