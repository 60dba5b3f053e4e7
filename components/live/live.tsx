"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { FeedOf } from "./feed";
import type { PortalAnswers } from "./portal-fetch";

/** The data routes that a page can follow: those without an id in their path. */
export type LiveRoute = Exclude<keyof PortalAnswers, `${string}[${string}`>;

export type LiveProps<Route extends LiveRoute> = {
  route: Route;
  /** Names the view, e.g. by its filters. Another view starts anew from what the server sent for it. */
  view: string;
  query?: () => URLSearchParams;
  /** What the server drew the page with. */
  initial: PortalAnswers[Route];
  /** How often it is read again; null not at all. */
  everyMs: number | null;
  children: (live: { data: PortalAnswers[Route]; error: Error | null; refresh: () => void }) => ReactNode;
};

/**
 * Keeps what the server drew up to date while you look. The reading comes after the page, in a part of its own: the
 * page is there, and can be used, without it.
 */
export function Live<Route extends LiveRoute>({ initial, everyMs, children, ...read }: LiveProps<Route>) {
  const router = useRouter();
  const [Feed, setFeed] = useState<FeedOf>();
  const [shown, setShown] = useState({ sent: initial, data: initial, error: null as Error | null });
  const [round, setRound] = useState(0);
  if (shown.sent !== initial) setShown({ sent: initial, data: initial, error: null });

  useEffect(() => {
    // Without it the page stays as the server drew it.
    import("./feed").then(({ Feed }) => setFeed(() => Feed)).catch(() => {});
  }, []);

  return (
    <>
      {children({
        data: shown.data,
        error: shown.error,
        refresh: Feed ? () => setRound((before) => before + 1) : router.refresh,
      })}
      {Feed ? (
        <Feed
          {...read}
          initial={initial}
          everyMs={everyMs}
          round={round}
          onRead={(data, error) => setShown({ sent: initial, data, error })}
        />
      ) : null}
    </>
  );
}

/** Has the server draw the page again once what it was drawn from is another. */
export function Redraw({ drawn, now }: { drawn: string; now: string }) {
  const router = useRouter();
  const redraw = useEffectEvent(() => router.refresh());
  useEffect(() => {
    if (now !== drawn) redraw();
  }, [now, drawn]);
  return null;
}
