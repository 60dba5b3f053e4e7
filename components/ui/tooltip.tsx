"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { cn } from "./cn";

export type TooltipProps = { content: string; children: ReactNode; className?: string };

/**
 * A few words about one focusable element, on hover and on focus; Escape hides them. It lives in the browser's top
 * layer, so no scrolling table cuts it off.
 */
export function Tooltip({ content, children, className }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    anchor.current?.firstElementChild?.setAttribute("aria-describedby", id);
  }, [id]);

  function show() {
    const target = anchor.current?.firstElementChild;
    const tip = bubble.current;
    if (!target || !tip?.showPopover || tip.matches(":popover-open")) return;
    tip.showPopover();
    const at = target.getBoundingClientRect();
    const size = tip.getBoundingClientRect();
    const left = Math.max(8, Math.min(at.left + at.width / 2 - size.width / 2, window.innerWidth - size.width - 8));
    const above = at.top - size.height - 4;
    tip.style.left = `${left}px`;
    tip.style.top = `${above < 8 ? at.bottom + 4 : above}px`;
  }

  function hide() {
    if (bubble.current?.matches(":popover-open")) bubble.current.hidePopover();
  }

  useEffect(() => {
    const onEscape = (event: KeyboardEvent) =>
      event.key === "Escape" && bubble.current?.matches(":popover-open") && hide();
    document.addEventListener("keydown", onEscape);
    window.addEventListener("scroll", hide, { capture: true, passive: true });
    return () => {
      document.removeEventListener("keydown", onEscape);
      window.removeEventListener("scroll", hide, { capture: true });
    };
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches what happens to the element inside
    <span
      ref={anchor}
      className={cn("contents", className)}
      onPointerOver={(event) => event.pointerType === "mouse" && show()}
      onPointerOut={hide}
      onFocus={show}
      onBlur={hide}
    >
      {children}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        className="pointer-events-none fixed inset-auto m-0 max-w-xs rounded-sm border-0 bg-ink px-2 py-1 font-normal font-sans text-paper text-xs"
      >
        {content}
      </span>
    </span>
  );
}
