"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { PortalKey } from "@/lib/domain/keys/schemas";

const LIVE_MS = 5_000;

/** The partner's keys, refreshed while you look. `refresh` fetches them at once, after a change. */
export function useKeys(partnerId: string, initial: PortalKey[]) {
  const client = useQueryClient();
  const queryKey = ["keys", partnerId];
  const { data } = useQuery({
    queryKey,
    queryFn: async (): Promise<PortalKey[]> => {
      const answer = await fetch("/api/portal/keys", { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error("The keys could not be read");
      return (await answer.json()).keys;
    },
    initialData: initial,
    refetchInterval: LIVE_MS,
  });
  return { keys: data, refresh: () => client.invalidateQueries({ queryKey }) };
}
