"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { FeedOf } from "./feed";
import type { LiveProps, LiveRoute } from "./portal-fetch";

/**
 * Keeps server-rendered data up to date. Polling loads after the page, in a chunk of its own, so the page works without it.
 */
export function Live<Route extends LiveRoute>({ initial, everyMs, children, ...read }: LiveProps<Route>) {
  const router = useRouter();
  const [Feed, setFeed] = useState<FeedOf>();
  const [shown, setShown] = useState({ sent: initial, data: initial, error: null as Error | null });
  const [round, setRound] = useState(0);
  if (shown.sent !== initial) setShown({ sent: initial, data: initial, error: null });

  useEffect(() => {
    // If it fails to load, the page stays as the server rendered it.
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
