"use client";

import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from "react";

export type TooltipProps = { content: string; children: ReactNode };

const EDGE_PX = 8;
const GAP_PX = 4;

/** A tooltip for one focusable element. It is in the browser's top layer, so scrolling tables don't clip it. */
export function Tooltip({ content, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    anchor.current?.firstElementChild?.setAttribute("aria-describedby", id);
    const own = bubble.current;
    return () => {
      if (own && own === shown?.bubble) hideShown();
    };
  }, [id]);

  function show() {
    const target = anchor.current?.firstElementChild;
    if (target && bubble.current) showBeside(bubble.current, target);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches the element inside
    <span
      ref={anchor}
      className="contents"
      onPointerOver={(event) => event.pointerType === "mouse" && show()}
      onPointerOut={hideShown}
      onFocus={show}
      onBlur={hideShown}
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

// One tooltip at a time, with listeners only while it is shown: a list may have a hundred.
let shown: { bubble: HTMLElement; target: Element } | undefined;

function showBeside(bubble: HTMLElement, target: Element): void {
  if (shown?.bubble === bubble || !bubble.showPopover) return;
  hideShown();
  shown = { bubble, target };
  bubble.showPopover();
  place();
  document.addEventListener("keydown", hideOnEscape);
  // The element may scroll after focus; the tooltip follows.
  window.addEventListener("scroll", place, { capture: true, passive: true });
}

function place(): void {
  if (!shown) return;
  const { bubble, target } = shown;
  const at = target.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const left = at.left + at.width / 2 - width / 2;
  const above = at.top - height - GAP_PX;
  bubble.style.left = `${Math.max(EDGE_PX, Math.min(left, window.innerWidth - width - EDGE_PX))}px`;
  bubble.style.top = `${above < EDGE_PX ? at.bottom + GAP_PX : above}px`;
}

function hideShown(): void {
  document.removeEventListener("keydown", hideOnEscape);
  window.removeEventListener("scroll", place, { capture: true });
  if (shown?.bubble.matches(":popover-open")) shown.bubble.hidePopover();
  shown = undefined;
}

function hideOnEscape(event: KeyboardEvent): void {
  if (event.key === "Escape") hideShown();
}

const InRow = createContext(false);

/**
 * Wraps rows that link to a page. Inside, exact times and ids to copy are not tab stops, because the linked page has them
 * too.
 */
export const RowScope = ({ children }: { children: ReactNode }) => <InRow value={true}>{children}</InRow>;

/** The `tabIndex` of an element that isn't a tab stop inside a row. */
export const useRowTabIndex = (): 0 | -1 => (useContext(InRow) ? -1 : 0);
