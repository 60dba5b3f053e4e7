"use client";

import { useEffect } from "react";

/** How far a pointer may slip, in pixels, and still press what is under it. */
const SLIP = 8;

/**
 * Follows the link that people pressed, even if the page moved under the pointer before they let go, as a live list does.
 * Browsers would drop that click, or give it to what has moved there.
 */
export function PressedLink() {
  useEffect(() => {
    let pressed: { link: HTMLAnchorElement; href: string; x: number; y: number } | undefined;
    let isStray = false;
    const down = ({
      target,
      isPrimary,
      button,
      metaKey,
      ctrlKey,
      shiftKey,
      altKey,
      clientX,
      clientY,
    }: PointerEvent) => {
      isStray = false;
      pressed = undefined;
      const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
      if (!link || !isPrimary || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      pressed = { link, href: link.href, x: clientX, y: clientY };
    };
    const up = ({ clientX, clientY }: PointerEvent) => {
      const before = pressed;
      pressed = undefined;
      if (!before || Math.hypot(clientX - before.x, clientY - before.y) > SLIP) return;
      const { link, href } = before;
      if (document.elementFromPoint(clientX, clientY)?.closest("a") === link && link.href === href) return;
      // A row that the list has reused or dropped is followed as any address.
      if (link.isConnected && link.href === href) link.click();
      else window.location.assign(href);
      isStray = true;
    };
    const cancel = () => {
      pressed = undefined;
    };
    const click = (event: MouseEvent) => {
      // A key's click has no detail, and ours isn't trusted.
      if (!isStray || !event.isTrusted || event.detail === 0) return;
      isStray = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    document.addEventListener("pointerdown", down, options);
    document.addEventListener("pointerup", up, options);
    document.addEventListener("pointercancel", cancel, options);
    document.addEventListener("dragstart", cancel, options);
    document.addEventListener("click", click, options);
    return () => controller.abort();
  }, []);
  return null;
}
