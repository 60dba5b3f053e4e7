import { QueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { GET as readBilling } from "@/app/api/portal/billing/route";
import type { GET as readImport } from "@/app/api/portal/content/import/route";
import type { GET as readContent } from "@/app/api/portal/content/route";
import type { GET as readRosterChange } from "@/app/api/portal/creators/change/route";
import type { GET as countFailed } from "@/app/api/portal/deliveries/failed/route";
import type { GET as readReplay } from "@/app/api/portal/deliveries/replay/route";
import type { GET as readDeliveries } from "@/app/api/portal/deliveries/route";
import type { GET as readEvents } from "@/app/api/portal/events/route";
import type { GET as readKeys } from "@/app/api/portal/keys/route";
import type { GET as readProductionMark } from "@/app/api/portal/productions/mark/route";
import type { GET as readRequest } from "@/app/api/portal/requests/[requestId]/route";
import type { GET as readRequests } from "@/app/api/portal/requests/route";
import type { GET as readSceneMark } from "@/app/api/portal/scenes/mark/route";
import type { GET as readSessions } from "@/app/api/portal/sessions/route";
import type { GET as readJobMark } from "@/app/api/portal/verification-jobs/mark/route";
import type { AnswerOf } from "@/lib/api/portal-endpoint";

/** The data routes a page can poll: those without an id in the path. */
export type LiveRoute = Exclude<keyof PortalAnswers, `${string}[${string}`>;

export type LiveProps<Route extends LiveRoute> = {
  route: Route;
  /** Names the view, for example by its filters. A new view starts from the server's data. */
  view: string;
  query?: () => URLSearchParams;
  /** The data the server rendered. */
  initial: PortalAnswers[Route];
  /** The polling interval. Null stops polling. */
  everyMs: number | null;
  children: (live: { data: PortalAnswers[Route]; error: Error | null; refresh: () => void }) => ReactNode;
};

/** The portal's data routes with their response types. Types only, so no schema reaches the browser. */
export type PortalAnswers = {
  "/api/portal/billing": AnswerOf<typeof readBilling>;
  "/api/portal/deliveries": AnswerOf<typeof readDeliveries>;
  "/api/portal/deliveries/failed": AnswerOf<typeof countFailed>;
  "/api/portal/deliveries/replay": AnswerOf<typeof readReplay>;
  "/api/portal/events": AnswerOf<typeof readEvents>;
  "/api/portal/content": AnswerOf<typeof readContent>;
  "/api/portal/content/import": AnswerOf<typeof readImport>;
  "/api/portal/creators/change": AnswerOf<typeof readRosterChange>;
  "/api/portal/keys": AnswerOf<typeof readKeys>;
  "/api/portal/productions/mark": AnswerOf<typeof readProductionMark>;
  "/api/portal/requests": AnswerOf<typeof readRequests>;
  "/api/portal/requests/[requestId]": AnswerOf<typeof readRequest>;
  "/api/portal/scenes/mark": AnswerOf<typeof readSceneMark>;
  "/api/portal/sessions": AnswerOf<typeof readSessions>;
  "/api/portal/verification-jobs/mark": AnswerOf<typeof readJobMark>;
};

type Call = { params?: Readonly<Record<string, string>>; query?: URLSearchParams | undefined; signal?: AbortSignal };

/**
 * Reads one of the portal's data routes. The server already checked the response against its schema. Throws an error with a
 * message for people.
 */
export async function portalFetch<Route extends keyof PortalAnswers>(
  route: Route,
  { params = {}, query, signal }: Call,
): Promise<PortalAnswers[Route]> {
  const path = route.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const answer = await fetch(query?.size ? `${path}?${query}` : path, {
    headers: { Accept: "application/json" },
    signal: signal ?? null,
  });
  // A proxy in between may respond with its own page.
  const body = await answer.json().catch(() => null);
  if (!answer.ok || body === null) {
    throw new Error(typeof body?.error === "string" ? body.error : "Something went wrong on our side. Try again.");
  }
  return body;
}

/** A query client for one page. The next page may belong to another partner. */
export function useOwnQueries(): QueryClient {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: 1 } } }));
  return client;
}
