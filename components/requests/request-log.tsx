"use client";

import { Download, Pause, Play } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { DataList } from "@/components/ui/data-list";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import type { RequestSummary } from "@/lib/api/request-log/schemas";
import { RequestDrawer } from "./request-drawer";
import { type KeyOption, RequestFilters } from "./request-filters";
import { StatusCode } from "./status-code";
import { toQuery, useRequestFilters, useRequests } from "./use-request-log";

const COLUMNS = [
  {
    id: "call",
    header: "Call",
    primary: true,
    cell: (row: RequestSummary) => (
      <span className="font-mono text-xs break-all">
        <span className="text-muted">{row.method}</span> {row.path}
      </span>
    ),
  },
  { id: "status", header: "Status", cell: (row: RequestSummary) => <StatusCode status={row.status} code={row.code} /> },
  { id: "key", header: "Key", cell: (row: RequestSummary) => row.key.name },
  {
    id: "took",
    header: "Took",
    align: "end" as const,
    cell: (row: RequestSummary) => <span className="tabular-nums">{row.durationMs.toFixed(1)} ms</span>,
  },
  { id: "at", header: "Time", align: "end" as const, cell: (row: RequestSummary) => <Time at={row.at} /> },
];

/** The partner's request log: live at its newest end, filters and the open request in the address. */
export function RequestLog({ keys, baseUrl }: { keys: KeyOption[]; baseUrl: string }) {
  const [address, setAddress] = useRequestFilters();
  const [live, setLive] = useState(true);
  const { data, error, isPending, isPlaceholderData } = useRequests(address, live);
  const { cursor: _cursor, open: _open, ...filters } = address;
  const filtered = Object.values(filters).some(Boolean);
  const turn = (cursor: string | null | undefined) =>
    cursor ? () => void setAddress({ cursor }, { history: "push" }) : undefined;
  const newer = turn(data?.newer);
  const older = turn(data?.older);

  return (
    <div className="flex flex-col gap-4">
      <RequestFilters address={address} keys={keys} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        {address.cursor ? (
          <Button size="sm" onClick={() => void setAddress({ cursor: null })}>
            Back to the newest
          </Button>
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
        <ButtonLink
          size="sm"
          variant="ghost"
          href={`/api/portal/requests/export?${toQuery({ ...address, cursor: null })}`}
          icon={<Download aria-hidden className="size-4" />}
          download
        >
          Export CSV
        </ButtonLink>
      </div>
      {error ? (
        <Callout tone="harm" title="The log could not be read">
          {error.message}. It is tried again by itself.
        </Callout>
      ) : null}
      {isPending ? (
        <SkeletonRows rows={8} columns={5} />
      ) : data?.requests.length ? (
        <DataList
          caption="Requests, newest first"
          rows={data.requests}
          rowKey={(row) => row.id}
          columns={COLUMNS}
          busy={isPlaceholderData}
          openRowKey={address.open}
          onRowOpen={(row) => void setAddress({ open: row.id }, { history: "push" })}
        />
      ) : (
        <EmptyState title={filtered ? "No request matches these filters" : "No requests yet"}>
          {filtered
            ? "Widen the time or clear a filter."
            : "Every call made with one of your keys appears here within a second, refused ones too."}
        </EmptyState>
      )}
      <Pager {...(newer && { newer })} {...(older && { older })} busy={isPlaceholderData} />
      <RequestDrawer id={address.open} baseUrl={baseUrl} onClose={() => void setAddress({ open: null })} />
    </div>
  );
}
