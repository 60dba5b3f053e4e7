"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { onToast } from "./toast";

const Toaster = lazy(() => import("./toaster").then(({ Toaster }) => ({ default: Toaster })));

/** Where toasts appear. Most visits see none, so their code is loaded with the first one. */
export function Toasts() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => onToast(() => setWanted(true)), []);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
