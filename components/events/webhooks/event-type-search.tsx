"use client";

import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Input } from "@/components/ui/field";

/**
 * Filters the types of the surrounding picker as you type. They are plain inputs that the server may have rendered, so it
 * marks those that don't match, and CSS hides them unless chosen.
 */
export function EventTypeSearch() {
  const field = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<number>();

  function narrow() {
    const words = wordsIn(field.current?.value);
    const isFound = (row: HTMLElement) => words.every((word) => row.dataset.type?.includes(word));
    const rows = rowsAround(field.current);
    for (const row of rows) row.toggleAttribute("data-out", !isFound(row));
    for (const group of field.current?.closest("[data-picker]")?.querySelectorAll("fieldset") ?? []) {
      group.toggleAttribute("data-out", !group.querySelector("[data-type]:not([data-out])"));
    }
    setFound(words.length > 0 ? rows.filter((row) => row.dataset.type && isFound(row)).length : undefined);
  }
  // For text typed before the script loaded.
  const narrowTyped = useEffectEvent(() => field.current?.value && narrow());
  useEffect(() => {
    narrowTyped();
  }, []);

  function leave(event: KeyboardEvent) {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    const first = rowsAround(field.current).find((row) => !row.hasAttribute("data-out"));
    first?.querySelector("input")?.focus();
  }

  return (
    <div className="noscript:hidden">
      <Input
        ref={field}
        type="search"
        // In no form, so that no form sends it.
        form="none"
        aria-label="Search event types"
        placeholder="Search event types"
        autoComplete="off"
        spellCheck={false}
        onInput={narrow}
        onKeyDown={leave}
      />
      <p role="status" className={found === 0 ? "pt-3 text-muted text-sm" : "sr-only"}>
        {found === undefined ? "" : found === 0 ? "No event type matches." : `${found} found`}
      </p>
    </div>
  );
}

const rowsAround = (element: Element | null): HTMLElement[] => [
  ...(element?.closest("[data-picker]")?.querySelectorAll<HTMLElement>("[data-type]") ?? []),
];

const wordsIn = (text = ""): string[] =>
  text
    .toLowerCase()
    .split(/[\s._]+/)
    .filter(Boolean);
