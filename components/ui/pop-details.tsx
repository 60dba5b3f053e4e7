"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { cn } from "./cn";

export type PopDetailsProps = {
  summary: ReactNode;
  summaryClassName?: string;
  children: ReactNode;
  className?: string;
  /** A click on a choice closes it; arrow keys don't. */
  isChoice?: boolean;
};

/** A native disclosure with a popover. Escape, a click elsewhere and moving the focus away close it. */
export function PopDetails({ summary, summaryClassName, children, className, isChoice }: PopDetailsProps) {
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
      {isChoice ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys choose without closing
        // biome-ignore lint/a11y/noStaticElementInteractions: only watches what happens to the choices inside
        <div
          onClick={({ target, nativeEvent }) => {
            const isPress = nativeEvent instanceof PointerEvent && nativeEvent.pointerType !== "";
            if (box.current && isPress && target instanceof Element && target.closest("label, input[type=radio]")) {
              box.current.open = false;
            }
          }}
        >
          {children}
        </div>
      ) : (
        children
      )}
    </details>
  );
}
