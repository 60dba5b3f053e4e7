"use client";

import { useEffect } from "react";

declare global {
  interface Window {
    takeEarlyPress?: () => HTMLButtonElement | undefined;
  }
}

/** Presses once more, now that something listens, what was pressed before the page's script had come. */
export function EarlyPress() {
  useEffect(() => {
    const early = window.takeEarlyPress?.();
    if (early?.isConnected) early.click();
  }, []);
  return null;
}
