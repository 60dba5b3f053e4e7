"use client";

import { useEffect, useState } from "react";

/** Copies to the clipboard; `state` says for two seconds how it went. */
export function useCopied(): { state: "idle" | "copied" | "failed"; copy: (value: string) => Promise<void> } {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy(value: string) {
    try {
      await navigator.clipboard.writeText(value);
      setState("copied");
    } catch {
      // Plain http on another host than localhost has no clipboard.
      setState("failed");
    }
  }
  return { state, copy };
}
