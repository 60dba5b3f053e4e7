"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Column } from "@/components/lists/data-list";
import { LiveListView } from "@/components/lists/live-list";
import { useAddress } from "@/components/lists/use-address";
import { StatusCode } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { RequestSummary, requestList } from "@/lib/api/request-log/list-requests";
import type { Listed } from "@/lib/domain/core/lists";

const RequestDrawer = lazy(() => import("./request-drawer").then((loaded) => ({ default: loaded.RequestDrawer })));

const COLUMNS: readonly Column<RequestSummary>[] = [
  {
    header: "Call",
    primary: true,
    cell: (row) => (
      <span className="font-mono text-xs break-all">
        <span className="text-muted">{row.method}</span> {row.path}
      </span>
    ),
  },
  { header: "Status", cell: (row) => <StatusCode status={row.status} code={row.code} /> },
  { header: "Key", cell: (row) => row.key.name },
  {
    header: "Took",
    align: "end",
    cell: (row) => <span className="tabular-nums">{row.durationMs.toFixed(1)} ms</span>,
  },
  { header: "Time", align: "end", sorts: true, cell: (row) => <Time at={row.at} /> },
];

export type RequestLogProps = {
  list: Listed<typeof requestList>;
  path: string;
  filters: ReactNode;
  baseUrl: string;
};

/** The partner's request log. Its first page updates live. The URL has the filters and the open request. */
export function RequestLog({ list, path, filters, baseUrl }: RequestLogProps) {
  const { get, set } = useAddress();
  const open = get("open") || null;
  const [drawn, setDrawn] = useState(open !== null);
  if (open && !drawn) setDrawn(true);

  return (
    <>
      <LiveListView
        list={list}
        route="/api/portal/requests"
        noun="requests"
        path={path}
        caption="Requests, newest first"
        columns={COLUMNS}
        openRowKey={open}
        onRowOpen={(row) => set({ open: row.id }, { push: true })}
        filters={filters}
        exportPath="/api/portal/request-log/export"
        empty={{
          title: "No requests yet",
          children: "Calls made with your keys appear here within a second, including rejected ones.",
          noMatch: {
            isPlain: true,
            title: "No request matches these filters",
            children: "Widen the time or clear a filter.",
          },
        }}
      />
      {drawn ? (
        <Suspense>
          <RequestDrawer id={open} baseUrl={baseUrl} onClose={() => set({ open: null })} />
        </Suspense>
      ) : null}
    </>
  );
}
