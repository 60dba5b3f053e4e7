"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const EVERY_MS = 2_000;

/** Has the server render the page again every two seconds, until a later rendering omits this. Without scripts, the browser reloads it. */
export function KeepRefreshing() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(EVERY_MS / 1_000)} />
    </noscript>
  );
}
