"use client";

import { lazy, Suspense, useState } from "react";
import { countFilters } from "@/components/lists/address-filters";
import type { Column } from "@/components/lists/data-list";
import { ExportButton } from "@/components/lists/filters";
import { listHref, rangeQuery } from "@/components/lists/list-address";
import { LiveList } from "@/components/lists/live-list";
import { useAddress } from "@/components/lists/use-address";
import { EmptyState } from "@/components/ui/callout";
import { Time } from "@/components/ui/time";
import type { RequestPage, RequestSummary } from "@/lib/api/request-log/schemas";
import { REQUESTS_PATH, type RequestAddress } from "./request-address";
import { StatusCode } from "./status-code";

const RequestDrawer = lazy(() => import("./request-drawer").then((loaded) => ({ default: loaded.RequestDrawer })));

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
  /** The filters, and the page the server rendered for them. */
  address: RequestAddress;
  initial: RequestPage;
  baseUrl: string;
};

/** The partner's request log. Its first page updates live. The URL has the filters and the open request. */
export function RequestLog({ address, initial, baseUrl }: RequestLogProps) {
  const { get, set } = useAddress();
  const open = get("open") || null;
  const [drawn, setDrawn] = useState(open !== null);
  if (open && !drawn) setDrawn(true);

  return (
    <div className="flex flex-col gap-4">
      <LiveList
        route="/api/portal/requests"
        address={address}
        query={() => rangeQuery(address, Date.now())}
        initial={initial}
        rows={({ requests }) => requests}
        at={(cursor) => listHref(REQUESTS_PATH, { ...address, cursor })}
        failed="We couldn’t load the requests"
        caption="Requests, newest first"
        columns={COLUMNS}
        openRowKey={open}
        onRowOpen={(row) => set({ open: row.id }, { push: true })}
        empty={<NoRequest filtered={countFilters(address) > 0} />}
        actions={<ExportButton path="/api/portal/requests/export" />}
      />
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
      Calls made with your keys appear here within a second, including rejected ones.
    </EmptyState>
  );
}
