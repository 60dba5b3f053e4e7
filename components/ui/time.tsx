"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { cn } from "./cn";
import { dateText, exactTime, relativeTime, timeLeftText, timeText } from "./format";
import { Tooltip, useRowTabIndex } from "./tooltip";

export type TimeProps = {
  at: Date | string;
  as?: "relative" | "date" | "datetime" | "left";
  className?: string;
};

const Zone = createContext<string | undefined>(undefined);

/** Has the times in it shown in a zone of `parseZone`; without one, in UTC. */
export const TimeZone = ({ zone, children }: { zone: string | undefined; children: ReactNode }) => (
  <Zone value={zone}>{children}</Zone>
);

/**
 * A time: relative by default, as a countdown (`left`), or in the reader's time zone, which it names. The exact UTC time
 * appears on hover and focus. A `datetime` reads the same from the first byte, however late the script loads.
 */
export function Time({ at, as = "relative", className }: TimeProps) {
  const tabIndex = useRowTabIndex();
  const zone = useContext(Zone);
  const tick = useSyncExternalStore(subscribe, currentTick, serverTick);
  const moment = new Date(at).getTime();
  const exact = exactTime(moment);
  const texts = {
    date: () => dateText(moment),
    datetime: () => timeText(moment, zone),
    left: () => timeLeftText(moment, Date.now()),
    relative: () => relativeTime(moment, Date.now()),
  };
  return (
    <Tooltip content={exact}>
      <time
        dateTime={new Date(moment).toISOString()}
        // Keyboard users need the exact time too.
        tabIndex={tabIndex}
        className={cn("whitespace-nowrap rounded-sm tabular-nums", className)}
      >
        {/* Server and browser render at different times: keep the server's text until the first tick. */}
        <span key={tick === 0 ? "server" : "live"} suppressHydrationWarning>
          {texts[as]()}
        </span>
      </time>
    </Tooltip>
  );
}

const TICK_MS = 15_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// One timer for all times on the page.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

const currentTick = () => Math.floor(Date.now() / TICK_MS);
const serverTick = () => 0;
