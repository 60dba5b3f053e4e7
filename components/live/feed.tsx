"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { LiveProps, LiveRoute } from "./live";
import { type PortalAnswers, portalFetch, useOwnQueries } from "./portal-fetch";

export type FeedProps<Route extends LiveRoute> = Omit<LiveProps<Route>, "children"> & {
  /** Counted up, it is read at once. */
  round: number;
  onRead: (data: PortalAnswers[Route], error: Error | null) => void;
};
export type FeedOf = typeof Feed;

/** The reading behind `Live`: again and again while the page is looked at, and when somebody comes back to it. */
export function Feed<Route extends LiveRoute>({
  route,
  view,
  query,
  initial,
  everyMs,
  round,
  onRead,
}: FeedProps<Route>) {
  const { data, dataUpdatedAt, error, refetch } = useQuery(
    {
      queryKey: [route, view],
      queryFn: ({ signal }) => portalFetch(route, { query: query?.(), signal }),
      initialData: initial,
      enabled: everyMs !== null,
      refetchInterval: everyMs ?? false,
    },
    useOwnQueries(),
  );
  const tell = useEffectEvent(() => data && onRead(data, error));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading is told, also one that brought the same
  useEffect(() => {
    tell();
  }, [dataUpdatedAt, error]);
  useEffect(() => {
    if (round > 0) void refetch();
  }, [round, refetch]);
  return null;
}
