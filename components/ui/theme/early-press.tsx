"use client";

import { useEffect } from "react";

declare global {
  interface Window {
    takeEarlyPress?: () => HTMLButtonElement | undefined;
  }
}

/** Repeats the last button press from before the page's scripts loaded. */
export function EarlyPress() {
  useEffect(() => {
    const early = window.takeEarlyPress?.();
    if (early?.isConnected) early.click();
  }, []);
  return null;
}
