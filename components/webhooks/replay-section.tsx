"use client";

import { lazy, Suspense } from "react";
import type { ReplayFailedProps } from "./replay-failed";

const Loaded = lazy(() => import("./replay-failed").then((loaded) => ({ default: loaded.ReplayFailed })));

/** `ReplayFailed`, drawn with the page; its script comes behind that of the list, which is used far more often. */
export function ReplaySection(props: ReplayFailedProps) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
