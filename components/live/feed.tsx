"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { type LiveProps, type LiveRoute, type PortalAnswers, portalFetch, useOwnQueries } from "./portal-fetch";

export type FeedProps<Route extends LiveRoute> = Omit<LiveProps<Route>, "children"> & {
  /** Increase it to refetch now. */
  round: number;
  onRead: (data: PortalAnswers[Route], error: Error | null) => void;
};
export type FeedOf = typeof Feed;

/** Polls for `Live` while the page is visible, and refetches when people come back to it. */
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
  const report = useEffectEvent(() => data && onRead(data, error));

  // biome-ignore lint/correctness/useExhaustiveDependencies: report each fetch, even if the data is the same
  useEffect(() => {
    report();
  }, [dataUpdatedAt, error]);
  useEffect(() => {
    if (round > 0) void refetch();
  }, [round, refetch]);
  return null;
}
