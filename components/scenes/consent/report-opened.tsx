"use client";

import { type ReactNode, useEffect, useRef } from "react";

/**
 * Says which of the exact texts in it the reader opened, each once. Without scripts they open all the same, and nothing is said.
 * A text is a `details` with its number in `data-clause`.
 */
export function ReportOpened({ report, children }: { report: (clause: number) => Promise<void>; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const said = new Set<number>();
    const say = (target: EventTarget | null) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return;
      const clause = Number(target.dataset.clause);
      if (said.has(clause)) return;
      said.add(clause);
      // The evidence lacks what can't be sent.
      report(clause).catch(() => said.delete(clause));
    };
    const onToggle = ({ target }: Event) => say(target);
    const { current } = box;
    // Opened before this script ran.
    for (const open of current?.querySelectorAll("details[open]") ?? []) say(open);
    // The event doesn't bubble.
    current?.addEventListener("toggle", onToggle, true);
    return () => current?.removeEventListener("toggle", onToggle, true);
  }, [report]);
  return (
    <div ref={box} className="flex flex-col gap-6">
      {children}
    </div>
  );
}
