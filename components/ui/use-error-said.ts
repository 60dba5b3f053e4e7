"use client";

import { useEffect, useRef, useState } from "react";
import { toast } from "./toast";

/**
 * The error that a dialog shows. Where the dialog goes before it is read, as an action draws the page anew without what was
 * acted on, it is said in a toast.
 */
export function useErrorSaid(): [error: string | undefined, say: (error: string | undefined) => void] {
  const [error, setError] = useState<string>();
  const last = useRef<{ error?: string | undefined }>({});
  useEffect(() => {
    const { current } = last;
    return () => {
      if (current.error) toast("error", current.error);
    };
  }, []);
  return [
    error,
    (next) => {
      last.current.error = next;
      setError(next);
    },
  ];
}
