"use client";

import { useEffect, useRef, useState } from "react";

/**
 * The error that a dialog shows. Where the dialog is gone before it was read, as an action draws the page anew without what
 * was acted on, it is said in a toast.
 */
export function useErrorSaid(): [error: string | undefined, say: (error: string | undefined) => void] {
  const [error, setError] = useState<string>();
  const shown = useRef({ isThere: false, error: undefined as string | undefined });
  useEffect(() => {
    const now = shown.current;
    now.isThere = true;
    return () => {
      now.isThere = false;
      toast(now.error);
    };
  }, []);
  return [
    error,
    (next) => {
      if (!shown.current.isThere) return toast(next);
      shown.current.error = next;
      setError(next);
    },
  ];
}

function toast(error: string | undefined): void {
  if (error) void import("sonner").then(({ toast }) => toast.error(error));
}
