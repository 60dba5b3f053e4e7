"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { RequestDetail, RequestPage } from "@/lib/api/request-log/schemas";

export const RANGES = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000, "30d": 2_592_000_000 } as const;
const LIVE_MS = 3_000;

/** What the page's address says: the filters, the place in the log, and the request that is open. */
export const filterParsers = {
  status: parseAsString,
  method: parseAsString,
  path: parseAsString,
  key: parseAsString,
  range: parseAsStringLiteral(["1h", "24h", "7d", "30d", "custom"] as const),
  from: parseAsString,
  to: parseAsString,
  request: parseAsString,
  cursor: parseAsString,
  open: parseAsString,
};

export const useRequestFilters = () => useQueryStates(filterParsers);
export type RequestAddress = ReturnType<typeof useRequestFilters>[0];

/** The address as the data route's query. Times in the address are UTC, to the minute. */
export function toQuery({ range, open: _open, cursor, from, to, ...plain }: RequestAddress): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...plain, cursor })) if (value) query.set(name, value);
  if (range === "custom") {
    if (from) query.set("from", `${from}:00.000Z`);
    if (to) query.set("to", `${to}:00.000Z`);
  } else if (range) {
    query.set("from", new Date(Date.now() - RANGES[range]).toISOString());
  }
  return query;
}

async function read<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: { Accept: "application/json" } });
  const body = await response.json();
  if (!response.ok) throw new Error(typeof body.error === "string" ? body.error : "The log could not be read");
  return body;
}

/** One page of the log, refreshed while you look at its newest end. */
export function useRequests(address: RequestAddress, live: boolean) {
  const { open: _open, ...page } = address;
  return useQuery({
    queryKey: ["requests", page],
    queryFn: () => read<RequestPage>(`/api/portal/requests?${toQuery(address)}`),
    refetchInterval: live && !address.cursor ? LIVE_MS : false,
    placeholderData: keepPreviousData,
  });
}

/** One request, whole. Rows never change, so it is fetched once. */
export function useRequest(id: string | null) {
  return useQuery({
    queryKey: ["request", id],
    queryFn: () => read<RequestDetail>(`/api/portal/requests/${id}`),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
