import { QueryClient } from "@tanstack/react-query";
import { useState } from "react";

/** Queries that live and end with their page: the next one may be another partner's. */
export function useOwnQueries(): QueryClient {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: 1 } } }));
  return client;
}
