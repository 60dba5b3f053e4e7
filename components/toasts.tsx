"use client";

import { lazy, Suspense, useEffect, useState } from "react";

const Toaster = lazy(() => import("@/components/ui/toaster").then(({ Toaster }) => ({ default: Toaster })));

/** Where toasts appear. Nothing is toasted before the first click: it comes after the page. */
export function Toasts() {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!ready) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
