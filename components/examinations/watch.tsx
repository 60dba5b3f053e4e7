"use client";

import { useEffect } from "react";

const EVERY_MS = 1_000;

/**
 * Closes the page once its examination is over: it empties the page, and loads the one that says so. Without scripts, the next page is
 * closed.
 */
export function WatchExamination({ token }: { token: string }) {
  useEffect(() => {
    const timer = setInterval(async () => {
      const answer = await fetch(`/examine/${token}/open`, { cache: "no-store" }).catch(() => null);
      if (!answer?.ok || (await answer.text()) !== "over") return;
      clearInterval(timer);
      document.body.hidden = true;
      window.location.replace(`/examine/${token}`);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [token]);
  return null;
}
