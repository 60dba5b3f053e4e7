"use client";

import { useEffect } from "react";

declare global {
  interface Window {
    takeEarlyPress?: () => HTMLButtonElement | undefined;
  }
}

/** Repeats the last button press from before the page's script had loaded, now that it has an effect. */
export function EarlyPress() {
  useEffect(() => {
    const early = window.takeEarlyPress?.();
    if (early?.isConnected) early.click();
  }, []);
  return null;
}
