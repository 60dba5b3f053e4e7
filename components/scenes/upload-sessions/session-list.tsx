"use client";

import { FileCheck } from "lucide-react";
import type { ReactNode } from "react";
import { countFilters, queryOf } from "@/components/lists/address-filters";
import { type Column, DataList } from "@/components/lists/data-list";
import { ExportButton } from "@/components/lists/filters";
import { LiveList } from "@/components/lists/live-list";
import { SCENES_PATH } from "@/components/scenes/scene-address";
import { EmptyState, NoMatches } from "@/components/ui/callout";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { SessionPage, SessionPageQuery, SessionRow } from "@/lib/domain/scenes/upload-sessions/portal/schemas";
import { PATH_WORDS, SessionStatus } from "./session";
import { newSessionHref, SESSIONS_PATH, sessionHref, sessionsHref } from "./session-address";

const NONE = <span className="text-muted">–</span>;

const TITLE: Column<SessionRow> = {
  id: "title",
  header: "Title",
  primary: true,
  cell: (row) => <span className="wrap-anywhere line-clamp-2 md:min-w-32">{row.contentTitle}</span>,
};
const CONTENT_ID: Column<SessionRow> = {
  id: "contentId",
  header: "Your content id",
  cell: (row) => <span className="line-clamp-2 break-all font-mono text-xs md:min-w-28">{row.contentId}</span>,
};
const CREATOR: Column<SessionRow> = {
  id: "creator",
  header: "Creator",
  cell: (row) => <span className="line-clamp-2 break-all md:min-w-24">{row.creator.externalUserId}</span>,
};
const PATH: Column<SessionRow> = {
  id: "path",
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
  id: "status",
  header: "Status",
  cell: (row) => <SessionStatus status={row.status} scene={row.sceneStatus} />,
};
const EXPIRES: Column<SessionRow> = {
  id: "expires",
  header: "Expires",
  cell: (row) => (row.status === "pending" ? <Time at={row.expiresAt} /> : NONE),
};
const CREATED: Column<SessionRow> = {
  id: "createdAt",
  header: "Created",
  align: "end",
  cell: (row) => <Time at={row.createdAt} />,
};

type SessionListProps = {
  address: SessionPageQuery;
  /** The page that the server rendered. */
  initial: SessionPage;
  mayCreate: boolean;
};

/** The partner's upload sessions, newest first. The first page updates live. */
export function SessionList({ address, initial, mayCreate }: SessionListProps) {
  return (
    <LiveList
      route="/api/portal/sessions"
      address={address}
      query={() => queryOf(address)}
      initial={initial}
      rows={({ rows }) => rows}
      at={(cursor) => sessionsHref({ ...address, cursor: cursor ?? undefined })}
      failed="We couldn’t load the sessions"
      actions={<ExportButton path="/api/portal/sessions/export" />}
      caption="Upload sessions, newest first"
      columns={[TITLE, CONTENT_ID, CREATOR, PATH, STATUS, EXPIRES, CREATED]}
      rowHref={sessionHref}
      empty={countFilters(address) > 0 ? <NoMatch /> : <NoSessions action={<FirstStep mayCreate={mayCreate} />} />}
    />
  );
}

const NoMatch = () => (
  <NoMatches title="No matching sessions" icon={<FileCheck />} clearHref={SESSIONS_PATH}>
    Search by part of a title, the start of a content id or session id, or a creator’s full user id.
  </NoMatches>
);

const NoSessions = ({ action }: { action: ReactNode }) => (
  <EmptyState title="No upload sessions yet" icon={<FileCheck />} actions={action}>
    Each session asks a creator to attest to one upload on our page.
  </EmptyState>
);

const FirstStep = ({ mayCreate }: { mayCreate: boolean }) =>
  mayCreate ? (
    <ButtonLink href={newSessionHref()}>Create session</ButtonLink>
  ) : (
    <ButtonLink href="/docs/upload-sessions">How sessions work</ButtonLink>
  );

type CreatorSessionsProps = { accountId: string; page: SessionPage; mayCreate: boolean };

export function CreatorSessions({ accountId, page, mayCreate }: CreatorSessionsProps) {
  return (
    <Section
      id="sessions"
      title="Upload sessions"
      actions={
        <div className="flex flex-wrap gap-2">
          {page.older ? (
            <ButtonLink size="sm" href={sessionsHref({ creator: accountId })}>
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
