"use client";

import { Pause, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Live } from "@/components/live/live";
import type { LiveRoute, PortalAnswers } from "@/components/live/portal-fetch";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { DataList } from "./data-list";
import { Empty, type EmptyWords } from "./empty";
import { ExportButton } from "./export-button";
import type { ListFiltersProps } from "./filters";
import { type ListAddress, listHref, pagesOf, queryOf, sortOf } from "./list-address";
import type { ListViewProps } from "./list-view";
import { Pager, type PagerProps } from "./pager";

const LIVE_MS = 3_000;

type AnyPage = { rows: { id: string }[]; newer: string | null; older: string | null };

/** The data routes with the pages of a list. */
type ListRoute = {
  [Route in LiveRoute]: PortalAnswers[Route] extends AnyPage ? Route : never;
}[LiveRoute];

/** A page of a list as the server rendered it. */
type Opened = AnyPage & { address: ListAddress; first: "newest" | "oldest"; isReversible: boolean };

export type LiveListProps<List extends Opened> = Omit<
  ListViewProps<List["rows"][number], List["address"]>,
  | keyof Opened
  | keyof ListFiltersProps<never>
  | "newer"
  | "older"
  | "note"
  | "tools"
  | "first"
  | "isReversible"
  | "labels"
  | "empty"
  | "above"
> & {
  path: string;
  /** The filter bar, which the server draws. */
  filters: ReactNode;
  /** The route that returns the same pages. */
  route: ListRoute;
  /** A new object resets the list. */
  list: List;
  /** Filters that the path stands for. */
  fixed?: ListAddress;
  /** What the list has, in messages. */
  noun: string;
  empty: EmptyWords | ((page: List) => ReactNode);
  /** Below the rows. */
  note?: (page: List) => ReactNode;
  labels?: (page: List) => PagerProps["labels"];
};

/** A declared list, newest first. Its first page updates live unless paused. Older pages don't. */
export function LiveListView<List extends Opened>({
  filters,
  exportPath,
  empty,
  route,
  list: initial,
  fixed,
  noun,
  note,
  labels,
  ...rest
}: LiveListProps<List>) {
  const { address } = initial;
  const list = { ...rest, address };
  const { path } = list;
  const [live, setLive] = useState(true);
  const isNewest = !address.cursor && initial.first === "newest";
  const drawn = (data: List, error: Error | null) => (
    <>
      {error ? (
        <Callout tone="harm" title={`We couldn’t load the ${noun}`}>
          {error.message} We’ll keep trying.
        </Callout>
      ) : null}
      <DataList
        {...list}
        rows={data.rows}
        rowKey={({ id }) => id}
        empty={typeof empty === "function" ? empty(data) : <Empty {...list} empty={empty} />}
        sort={sortOf(path, initial)}
      />
      {note?.(data)}
      <Pager
        {...pagesOf(data, (cursor) => listHref(path, { ...address, cursor }))}
        first={initial.first}
        labels={labels?.(data)}
      />
    </>
  );
  return (
    <div className="flex flex-col gap-4">
      {filters}
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
          <ButtonLink size="sm" href={listHref(path, { ...address, cursor: null, order: null })}>
            Back to newest
          </ButtonLink>
        )}
        {exportPath ? <ExportButton path={exportPath} /> : null}
      </div>
      <Live
        route={route}
        view={JSON.stringify(address)}
        query={() => queryOf({ ...address, ...fixed })}
        initial={initial as unknown as PortalAnswers[ListRoute]}
        everyMs={live && isNewest ? LIVE_MS : null}
      >
        {({ data, error }) => drawn(data as unknown as List, error)}
      </Live>
    </div>
  );
}
