"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

/** Has the server draw the page again once what it was drawn from is another. */
export function Redraw({ drawn, now }: { drawn: string; now: string }) {
  const router = useRouter();
  const redraw = useEffectEvent(() => router.refresh());
  useEffect(() => {
    if (now !== drawn) redraw();
  }, [now, drawn]);
  return null;
}
