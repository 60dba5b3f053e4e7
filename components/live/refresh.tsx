"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { useNavigation } from "./navigation";

/**
 * Has the server render the page again, once for each value of `when`. It waits while the router navigates: a refresh would
 * hold up the page that a person asked for, and refreshes that follow each other would keep it away.
 */
export function Refresh({ when }: { when: string | number }) {
  const router = useRouter();
  const navigation = useNavigation();
  const [pending, startTransition] = useTransition();
  const asked = useRef<string | number>(undefined);
  useEffect(() => {
    if (pending || navigation !== null || asked.current === when) return;
    asked.current = when;
    startTransition(() => router.refresh());
  }, [router, navigation, pending, when]);
  return null;
}

/** Has the server render the page again when its data changed. */
export const RefreshOnChange = ({ rendered, now }: { rendered: string; now: string }) =>
  now === rendered ? null : <Refresh when={now} />;

const EVERY_MS = 2_000;

/**
 * Has the server render the page again every two seconds, until a later rendering omits this. Without scripts, the browser reloads it,
 * unless `onlyWithScripts`: that would lose what somebody types.
 */
export function KeepRefreshing({ onlyWithScripts = false }: { onlyWithScripts?: boolean }) {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") setRound((before) => before + 1);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      {round > 0 ? <Refresh when={round} /> : null}
      {onlyWithScripts ? null : (
        <noscript>
          <meta httpEquiv="refresh" content={String(EVERY_MS / 1_000)} />
        </noscript>
      )}
    </>
  );
}
