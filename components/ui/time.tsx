"use client";

import { useSyncExternalStore } from "react";
import { cn } from "./cn";
import { dateText, deadlineText, exactTime, relativeTime, timeLeftText, timeText } from "./format";
import { Tooltip, useRowTabIndex } from "./tooltip";

export type TimeProps = {
  at: Date | string;
  as?: "relative" | "date" | "datetime" | "deadline" | "left";
  className?: string;
};

/**
 * A time: relative by default, or in the reader's time zone, with the exact UTC time on hover and focus. A deadline names the
 * time zone, and `left` counts down to it. The server's text stays until the script has loaded.
 */
export function Time({ at, as = "relative", className }: TimeProps) {
  const tabIndex = useRowTabIndex();
  const tick = useSyncExternalStore(subscribe, currentTick, serverTick);
  const moment = new Date(at).getTime();
  const exact = exactTime(moment);
  const texts = {
    date: () => dateText(moment),
    datetime: () => timeText(moment, { onServer: tick === 0 }),
    deadline: () => deadlineText(moment, { onServer: tick === 0 }),
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
