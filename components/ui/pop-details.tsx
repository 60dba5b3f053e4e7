"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { cn } from "./cn";

export type PopDetailsProps = {
  summary: ReactNode;
  summaryClassName?: string;
  children: ReactNode;
  className?: string;
};

/** A native disclosure whose content lies over the page: Escape, a click elsewhere and leaving it close it again. */
export function PopDetails({ summary, summaryClassName, children, className }: PopDetailsProps) {
  const box = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    function closeElsewhere(event: PointerEvent | FocusEvent) {
      const element = box.current;
      if (element?.open && event.target instanceof Node && !element.contains(event.target)) element.open = false;
    }
    document.addEventListener("pointerdown", closeElsewhere);
    document.addEventListener("focusin", closeElsewhere);
    return () => {
      document.removeEventListener("pointerdown", closeElsewhere);
      document.removeEventListener("focusin", closeElsewhere);
    };
  }, []);

  return (
    <details
      ref={box}
      className={cn("relative", className)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !box.current?.open) return;
        event.preventDefault();
        box.current.open = false;
        box.current.querySelector("summary")?.focus();
      }}
    >
      <summary className={cn("list-none [&::-webkit-details-marker]:hidden", summaryClassName)}>{summary}</summary>
      {children}
    </details>
  );
}
