"use client";

import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { queryOf } from "@/components/lists/address-filters";
import { type Column, DataList } from "@/components/lists/data-list";
import { ExportButton } from "@/components/lists/filters";
import { listHref } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { Live } from "@/components/live/live";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { ContentPage, ContentPageQuery, ContentRow } from "@/lib/domain/records/content/lists/schemas";
import { CONTENT_PATH } from "./content-address";
import { CopyBadge } from "./copies";
import { LookedThrough, NoContent } from "./no-content";

const LIVE_MS = 5_000;

const COLUMNS: Column<ContentRow>[] = [
  {
    id: "title",
    header: "Title",
    primary: true,
    cell: (row) => <span className="wrap-anywhere line-clamp-2">{row.title}</span>,
  },
  {
    id: "externalContentId",
    header: "Your content id",
    cell: (row) =>
      row.externalContentId ? (
        <span className="line-clamp-2 break-all font-mono text-xs md:min-w-28">{row.externalContentId}</span>
      ) : (
        <span className="text-muted">none sent</span>
      ),
  },
  {
    id: "creator",
    header: "Creator",
    cell: (row) => <span className="line-clamp-2 break-all md:min-w-24">{row.creator.externalUserId}</span>,
  },
  { id: "copy", header: "Copy", cell: (row) => <CopyStatus row={row} /> },
  { id: "productionDate", header: "Produced", cell: (row) => <Time at={row.productionDate} as="date" /> },
  { id: "createdAt", header: "Logged", align: "end", cell: (row) => <Time at={row.createdAt} /> },
];

function CopyStatus({ row: { copy, removal } }: { row: ContentRow }) {
  if (!removal) return <CopyBadge copy={copy} />;
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge>Removed</Badge>
      <span className="wrap-anywhere line-clamp-2 max-w-64 text-muted text-xs">
        by {removal.by}: {removal.reason}
      </span>
    </span>
  );
}

type ContentListProps = { address: ContentPageQuery; initial: ContentPage; partnerId: string };

/** What the partner logged, newest first. The first page refreshes while it is open. */
export function ContentList({ address, initial, partnerId }: ContentListProps) {
  const [live, setLive] = useState(true);
  const at = (cursor: string | null) => listHref(CONTENT_PATH, { ...address, cursor });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {address.cursor ? (
          <ButtonLink size="sm" href={at(null)}>
            Back to newest
          </ButtonLink>
        ) : (
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={live}
            icon={live ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
            onClick={() => setLive(!live)}
          >
            {live ? "Live: pause" : "Paused: go live"}
          </Button>
        )}
        <ExportButton path="/api/portal/content/export" />
      </div>
      <Live
        route="/api/portal/content"
        view={`${partnerId} ${queryOf(address)}`}
        query={() => queryOf(address)}
        initial={initial}
        everyMs={live && !address.cursor ? LIVE_MS : null}
      >
        {({ data, error }) => (
          <>
            {error ? (
              <Callout tone="harm" title="Couldn’t load the list">
                {error.message} Retrying automatically.
              </Callout>
            ) : null}
            <DataList
              caption="Content, newest first"
              rows={data.rows}
              rowKey={(row) => row.id}
              rowHref={(row) => `${CONTENT_PATH}/${row.id}`}
              columns={COLUMNS}
              empty={<NoContent page={data} address={address} />}
            />
            {data.lookedThrough && data.rows.length > 0 ? <LookedThrough at={data.lookedThrough} /> : null}
            <Pager
              newer={data.newer && at(data.newer)}
              older={data.older && at(data.older)}
              {...(data.lookedThrough && { labels: { newer: "Newer", older: "Search further back" } })}
            />
          </>
        )}
      </Live>
    </>
  );
}
