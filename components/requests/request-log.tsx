"use client";

import { Download, Pause, Play } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Live } from "@/components/live/live";
import { Button, ButtonLink } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { Column } from "@/components/ui/column";
import { DataList } from "@/components/ui/data-list";
import { EmptyState } from "@/components/ui/empty-state";
import { listHref } from "@/components/ui/list-address";
import { Pager } from "@/components/ui/pager";
import { Time } from "@/components/ui/time";
import { useAddress } from "@/components/ui/use-address";
import type { RequestPage, RequestSummary } from "@/lib/api/request-log/schemas";
import { isFiltered, type RequestAddress, toQuery } from "./request-address";
import { type KeyOption, RequestFilters } from "./request-filters";
import { StatusCode } from "./status-code";

const RequestDrawer = lazy(() => import("./request-drawer").then((loaded) => ({ default: loaded.RequestDrawer })));

const LIVE_MS = 3_000;

const COLUMNS: readonly Column<RequestSummary>[] = [
  {
    id: "call",
    header: "Call",
    primary: true,
    cell: (row) => (
      <span className="font-mono text-xs break-all">
        <span className="text-muted">{row.method}</span> {row.path}
      </span>
    ),
  },
  { id: "status", header: "Status", cell: (row) => <StatusCode status={row.status} code={row.code} /> },
  { id: "key", header: "Key", cell: (row) => row.key.name },
  {
    id: "took",
    header: "Took",
    align: "end",
    cell: (row) => <span className="tabular-nums">{row.durationMs.toFixed(1)} ms</span>,
  },
  { id: "at", header: "Time", align: "end", cell: (row) => <Time at={row.at} /> },
];

export type RequestLogProps = {
  /** What the address asked for, and the page of the log that it got. */
  address: RequestAddress;
  initial: RequestPage;
  exportHref: string;
  keys: KeyOption[];
  baseUrl: string;
};

/** The partner's request log: live at its newest end, filters and the open request in the address. */
export function RequestLog({ address, initial, exportHref, keys, baseUrl }: RequestLogProps) {
  const { get, set } = useAddress();
  const [live, setLive] = useState(true);
  const open = get("open") || null;
  const [drawn, setDrawn] = useState(open !== null);
  if (open && !drawn) setDrawn(true);
  const at = (cursor: string | null) => listHref("/portal/requests", { ...address, cursor });

  return (
    <div className="flex flex-col gap-4">
      <RequestFilters address={address} keys={keys} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        {address.cursor ? (
          <ButtonLink size="sm" href={at(null)}>
            Back to the newest
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
        <ButtonLink
          size="sm"
          variant="ghost"
          href={exportHref}
          icon={<Download aria-hidden className="size-4" />}
          download
        >
          Export CSV
        </ButtonLink>
      </div>
      <Live
        route="/api/portal/requests"
        view={JSON.stringify(address)}
        query={() => toQuery(address, Date.now())}
        initial={initial}
        everyMs={live && !address.cursor ? LIVE_MS : null}
      >
        {({ data, error }) => (
          <>
            {error ? (
              <Callout tone="harm" title="The log could not be read">
                {error.message} It is tried again by itself.
              </Callout>
            ) : null}
            <DataList
              caption="Requests, newest first"
              rows={data.requests}
              rowKey={(row) => row.id}
              columns={COLUMNS}
              openRowKey={open}
              onRowOpen={(row) => set({ open: row.id }, { push: true })}
              empty={<NoRequest filtered={isFiltered(address)} />}
            />
            <Pager newer={data.newer && at(data.newer)} older={data.older && at(data.older)} />
          </>
        )}
      </Live>
      {drawn ? (
        <Suspense>
          <RequestDrawer id={open} baseUrl={baseUrl} onClose={() => set({ open: null })} />
        </Suspense>
      ) : null}
    </div>
  );
}

function NoRequest({ filtered }: { filtered: boolean }) {
  if (filtered)
    return <EmptyState title="No request matches these filters">Widen the time or clear a filter.</EmptyState>;
  return (
    <EmptyState title="No requests yet">
      Every call made with one of your keys appears here within a second, refused ones too.
    </EmptyState>
  );
}
