"use client";

import { Pause, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { DataList, type DataListProps } from "@/components/ui/data-list";
import { ButtonLink } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { Live, type LiveRoute } from "./live";
import type { PortalAnswers } from "./portal-fetch";

const LIVE_MS = 3_000;

/** The data routes that answer one page of a list, with cursors of the pages beside it. */
export type ListRoute = {
  [Route in LiveRoute]: PortalAnswers[Route] extends { newer: string | null; older: string | null } ? Route : never;
}[LiveRoute];

type ListAddress = Readonly<Record<string, string | undefined>> & { cursor?: string };

export type LiveListProps<Route extends ListRoute, Row> = Omit<DataListProps<Row>, "rows" | "rowKey"> & {
  route: Route;
  /** The filters, and the place in the list. */
  address: ListAddress;
  /** What the route is asked for, now. */
  query: () => URLSearchParams;
  /** The page of the list that the address asked for, as the server drew it. */
  initial: PortalAnswers[Route];
  rows: (page: PortalAnswers[Route]) => readonly Row[];
  /** The address of another place in the list; null for its newest end. */
  at: (cursor: string | null) => string;
  /** Said when it cannot be read again. */
  failed: string;
  /** Stands beside the button that pauses it. */
  actions?: ReactNode;
};

/** A list, newest first: live at its newest end until somebody pauses it, still on its older pages. */
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
            Back to the newest
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
                {error.message} It is tried again by itself.
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
