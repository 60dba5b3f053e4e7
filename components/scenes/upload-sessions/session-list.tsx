"use client";

import { FileCheck } from "lucide-react";
import type { ReactNode } from "react";
import { type Column, DataList, NONE } from "@/components/lists/data-list";
import { listHref } from "@/components/lists/list-address";
import { LiveListView } from "@/components/lists/live-list";
import { newSessionHref, SCENES_PATH, SESSIONS_PATH, sessionHref } from "@/components/shell/addresses";
import { EmptyState } from "@/components/ui/callout";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { SessionRow, sessionList } from "@/lib/domain/scenes/upload-sessions";
import type { Page } from "@/lib/platform/keyset";
import { PATH_WORDS, SessionStatus } from "./session";

const TITLE: Column<SessionRow> = {
  header: "Title",
  primary: true,
  cell: (row) => <span className="wrap-anywhere line-clamp-2 md:min-w-32">{row.contentTitle}</span>,
};
const CONTENT_ID: Column<SessionRow> = {
  header: "Your content id",
  cell: (row) => <span className="line-clamp-2 break-all font-mono text-xs md:min-w-28">{row.contentId}</span>,
};
const CREATOR: Column<SessionRow> = {
  header: "Creator",
  cell: (row) => <span className="line-clamp-2 break-all md:min-w-24">{row.externalUserId}</span>,
};
const PATH: Column<SessionRow> = {
  header: "Path",
  cell: ({ path, sceneId }) => (
    <span className="whitespace-nowrap">
      {PATH_WORDS[path]}
      {sceneId ? (
        <>
          , <TextLink href={`${SCENES_PATH}/${sceneId}`}>scene</TextLink>
        </>
      ) : null}
    </span>
  ),
};
const STATUS: Column<SessionRow> = {
  header: "Status",
  cell: (row) => <SessionStatus status={row.status} scene={row.sceneStatus} />,
};
const EXPIRES: Column<SessionRow> = {
  header: "Expires",
  cell: (row) => (row.status === "pending" ? <Time at={row.expiresAt} /> : NONE),
};
const CREATED: Column<SessionRow> = {
  header: "Created",
  align: "end",
  sorts: true,
  cell: (row) => <Time at={row.createdAt} />,
};

type SessionListProps = { list: Listed<typeof sessionList>; filters: ReactNode; mayCreate: boolean };

/** The partner's upload sessions, newest first. The first page updates live. */
export const SessionList = ({ list, filters, mayCreate }: SessionListProps) => (
  <LiveListView
    list={list}
    filters={filters}
    route="/api/portal/sessions"
    noun="sessions"
    path={SESSIONS_PATH}
    caption="Upload sessions"
    columns={[TITLE, CONTENT_ID, CREATOR, PATH, STATUS, EXPIRES, CREATED]}
    rowHref={sessionHref}
    exportPath="/api/portal/sessions/export"
    empty={{
      icon: <FileCheck />,
      title: "No upload sessions yet",
      children: "Each session asks a creator to attest to one upload on our page.",
      actions: mayCreate ? (
        <ButtonLink href={newSessionHref()}>Create session</ButtonLink>
      ) : (
        <ButtonLink href="/docs/upload-sessions">How sessions work</ButtonLink>
      ),
      noMatch: {
        title: "No matching sessions",
        children: "Search by part of a title, the start of a content id or session id, or a creator’s full user id.",
      },
    }}
  />
);

type CreatorSessionsProps = { accountId: string; page: Page<SessionRow>; mayCreate: boolean };

export function CreatorSessions({ accountId, page, mayCreate }: CreatorSessionsProps) {
  return (
    <Section
      id="sessions"
      title="Upload sessions"
      actions={
        <div className="flex flex-wrap gap-2">
          {page.older ? (
            <ButtonLink size="sm" href={listHref(SESSIONS_PATH, { creator: accountId })}>
              Show all
            </ButtonLink>
          ) : null}
          {mayCreate ? (
            <ButtonLink size="sm" href={newSessionHref(accountId)}>
              Create session
            </ButtonLink>
          ) : null}
        </div>
      }
    >
      <DataList
        caption="The creator’s upload sessions, newest first"
        rows={page.rows}
        rowKey={({ id }) => id}
        rowHref={sessionHref}
        columns={[TITLE, STATUS, CREATED]}
        empty={
          <EmptyState title="No upload sessions">Uploads this creator attests to on our page appear here.</EmptyState>
        }
      />
    </Section>
  );
}
