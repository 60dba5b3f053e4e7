"use client";

import { useQuery } from "@tanstack/react-query";
import { portalFetch, useOwnQueries } from "@/components/live/portal-fetch";

/** A key's last call. Shows nothing to roles without the request log. */
export function LastCall({ keyId }: { keyId: string }) {
  const query = new URLSearchParams({ key: keyId, limit: "1" });
  const { data } = useQuery(
    { queryKey: [keyId], queryFn: ({ signal }) => portalFetch("/api/portal/requests", { query, signal }) },
    useOwnQueries(),
  );
  const last = data?.rows[0];
  if (!last) return null;
  return (
    <p className="text-muted">
      By <code className="break-all font-mono text-xs">{`${last.method} ${last.path}`}</code>, answered {last.status}.
    </p>
  );
}
