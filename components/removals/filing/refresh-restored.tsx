"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Draws a page again that Back brings up as it was left. Its answers may have been saved since. What is typed in it stays. */
export function RefreshRestored() {
  const { refresh } = useRouter();
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) refresh();
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, [refresh]);
  return null;
}
