"use client";

import { useSyncExternalStore } from "react";

/** "⌘" on Apple's machines, "Ctrl" elsewhere. */
export function ModKey() {
  const apple = useSyncExternalStore(never, isApple, () => false);
  return apple ? "⌘" : "Ctrl";
}

const never = () => () => {};
const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
