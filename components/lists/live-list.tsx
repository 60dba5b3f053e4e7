"use client";

import { Pause, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Live } from "@/components/live/live";
import type { LiveRoute, PortalAnswers } from "@/components/live/portal-fetch";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { DataList, type DataListProps } from "./data-list";
import { Pager } from "./pager";

const LIVE_MS = 3_000;

/** The data routes that return one page of a list and the cursors of the pages next to it. */
export type ListRoute = {
  [Route in LiveRoute]: PortalAnswers[Route] extends { newer: string | null; older: string | null } ? Route : never;
}[LiveRoute];

type ListAddress = Readonly<Record<string, string | undefined>> & { cursor?: string };

export type LiveListProps<Route extends ListRoute, Row> = Omit<DataListProps<Row>, "rows" | "rowKey"> & {
  route: Route;
  /** The filters and the cursor. */
  address: ListAddress;
  /** The route's query, built for each request. */
  query: () => URLSearchParams;
  /** The page the server rendered. */
  initial: PortalAnswers[Route];
  rows: (page: PortalAnswers[Route]) => readonly Row[];
  /** The URL of another page. Null is the newest. */
  at: (cursor: string | null) => string;
  /** The message if it can't be loaded. */
  failed: string;
  /** Shown next to the pause button. */
  actions?: ReactNode;
};

/** A list, newest first. Its first page updates live unless paused. Older pages don't. */
export function LiveList<Route extends ListRoute, Row extends { id: string }>({
  route,
  address,
  query,
  initial,
  rows,
  at,
  failed,
  actions,
  ...list
}: LiveListProps<Route, Row>) {
  const [live, setLive] = useState(true);
  const isNewest = !address.cursor;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {isNewest ? (
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={live}
            icon={live ? <Pause aria-hidden /> : <Play aria-hidden />}
            onClick={() => setLive(!live)}
          >
            {live ? "Live: pause" : "Paused: go live"}
          </Button>
        ) : (
          <ButtonLink size="sm" href={at(null)}>
            Back to newest
          </ButtonLink>
        )}
        {actions}
      </div>
      <Live
        route={route}
        view={JSON.stringify(address)}
        query={query}
        initial={initial}
        everyMs={live && isNewest ? LIVE_MS : null}
      >
        {({ data, error }) => (
          <>
            {error ? (
              <Callout tone="harm" title={failed}>
                {error.message} We’ll keep trying.
              </Callout>
            ) : null}
            <DataList {...list} rows={rows(data)} rowKey={({ id }) => id} />
            <Pager newer={data.newer && at(data.newer)} older={data.older && at(data.older)} />
          </>
        )}
      </Live>
    </div>
  );
}
