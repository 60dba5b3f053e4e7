"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { addressValue, useAddress, writeAddress } from "./use-address";

const PAUSE_MS = 300;

type TypedFilter = {
  param: string;
  /** What the list on the page was narrowed by. */
  listed: string;
  field: RefObject<HTMLElement | null>;
};

/**
 * A filter to type. The list follows once the typing pauses, or the field is left with the keyboard. While somebody
 * points at something else the list stands still under the pointer: the text goes into the address, the click does what
 * it was meant for, and the list follows if that did not lead away.
 */
export function useTypedFilter({ param, listed, field }: TypedFilter) {
  const address = useAddress();
  const [draft, setDraft] = useState(address.get(param));
  const text = draft.trim();
  // Ahead of `listed` while the server draws.
  const asked = useRef(listed);
  const written = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pointing = useRef<AbortController>(null);

  function write(): { [param: string]: string | null } {
    written.current = text;
    return { [param]: text, cursor: null };
  }

  function commit(): void {
    clearTimeout(timer.current);
    pointing.current?.abort();
    pointing.current = null;
    if (text === asked.current) return;
    asked.current = text;
    address.set(write());
  }
  const commitLater = useEffectEvent(commit);

  // The address changes from elsewhere, too: by the back button, by "Clear filters". What it was in between, while a
  // link led on, may never have been drawn; so the browser's own is asked, after each drawing.
  useEffect(() => {
    const now = addressValue(param);
    if (now === written.current) return;
    written.current = now;
    asked.current = now;
    setDraft(now);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: anew from each letter
  useEffect(() => {
    timer.current = setTimeout(() => commitLater(), PAUSE_MS);
    return () => clearTimeout(timer.current);
  }, [draft]);

  const point = useEffectEvent((event: PointerEvent) => {
    if (text === asked.current || (event.target instanceof Node && field.current?.contains(event.target))) return;
    clearTimeout(timer.current);
    writeAddress(write());
    pointing.current?.abort();
    pointing.current = new AbortController();
    const { signal } = pointing.current;
    const clicked = (click: MouseEvent) => {
      clearTimeout(timer.current);
      // A link that leads on has kept the browser from following it.
      if (!click.defaultPrevented) commitLater();
    };
    const letGo = () => {
      // Dragged or scrolled, it never becomes a click.
      timer.current = setTimeout(() => commitLater(), PAUSE_MS);
    };
    document.addEventListener("click", clicked, { signal, once: true });
    document.addEventListener("pointerup", letGo, { signal, once: true });
    document.addEventListener("pointercancel", letGo, { signal, once: true });
  });
  useEffect(() => {
    const listener = (event: PointerEvent) => point(event);
    document.addEventListener("pointerdown", listener, { capture: true });
    return () => {
      document.removeEventListener("pointerdown", listener, { capture: true });
      pointing.current?.abort();
    };
  }, []);

  return { draft, setDraft, leave: () => pointing.current === null && commit() };
}
