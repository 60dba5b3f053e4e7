"use client";

import type { ReactNode } from "react";
import { type Column, NONE, TITLE } from "@/components/lists/data-list";
import { LiveListView } from "@/components/lists/live-list";
import { CONTENT_PATH } from "@/components/shell/addresses";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { ContentRow, contentList } from "@/lib/domain/records/content";
import { CopyBadge } from "./copies";
import { LookedThrough, NoContent } from "./no-content";

const COLUMNS: Column<ContentRow>[] = [
  TITLE,
  {
    header: "Your content id",
    cell: (row) =>
      row.externalContentId ? (
        <span className="line-clamp-2 break-all font-mono text-xs md:min-w-28">{row.externalContentId}</span>
      ) : (
        NONE
      ),
  },
  {
    header: "Creator",
    cell: (row) => <span className="line-clamp-2 break-all md:min-w-24">{row.creator.externalUserId}</span>,
  },
  { header: "Copy", cell: (row) => <CopyStatus row={row} /> },
  { header: "Produced", cell: (row) => <Time at={row.productionDate} as="date" /> },
  { header: "Logged", align: "end", sorts: true, cell: (row) => <Time at={row.createdAt} /> },
];

function CopyStatus({ row: { copy, removal, isMatched } }: { row: ContentRow }) {
  if (!removal)
    return (
      <span className="flex flex-col items-start gap-1">
        <CopyBadge copy={copy} />
        {isMatched ? <Badge tone="waiting">Matches a confirmed removal</Badge> : null}
      </span>
    );
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge>Removed</Badge>
      <span className="wrap-anywhere line-clamp-2 max-w-64 text-muted text-xs">
        {removal.isRequested ? "Removal request confirmed" : `by ${removal.by}: ${removal.reason}`}
      </span>
    </span>
  );
}

type ContentListProps = { list: Listed<typeof contentList>; filters: ReactNode };

/** What the partner logged, newest first. The first page refreshes while it is open. */
export const ContentList = ({ list, filters }: ContentListProps) => (
  <LiveListView
    list={list}
    route="/api/portal/content"
    noun="content"
    path={CONTENT_PATH}
    caption="Content, newest first"
    columns={COLUMNS}
    rowHref={({ id }) => `${CONTENT_PATH}/${id}`}
    filters={filters}
    exportPath="/api/portal/content/export"
    empty={({ lookedThrough }) => <NoContent lookedThrough={lookedThrough} address={list.address} />}
    note={({ lookedThrough, rows }) => (lookedThrough && rows.length > 0 ? <LookedThrough at={lookedThrough} /> : null)}
    labels={({ lookedThrough }) => (lookedThrough ? { newer: "Newer", older: "Search further back" } : undefined)}
  />
);
