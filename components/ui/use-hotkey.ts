"use client";

import { useEffect, useRef } from "react";

/**
 * Listens for one key on the page. `mod+k` is ⌘K or Ctrl+K. A plain key is ignored while somebody types, and every
 * key while a modal dialog is open.
 */
export function useHotkey(keys: string, run: (event: KeyboardEvent) => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });

  useEffect(() => {
    const withMod = keys.startsWith("mod+");
    const key = withMod ? keys.slice(4) : keys;
    function listen(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== key || event.altKey || (event.metaKey || event.ctrlKey) !== withMod) return;
      if (!withMod && isTyping(event.target)) return;
      if (document.querySelector("dialog:modal")) return;
      event.preventDefault();
      latest.current(event);
    }
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [keys]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
