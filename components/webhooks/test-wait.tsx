"use client";

import { useEffect, useState } from "react";

/** How long the answer has been awaited, and how long that may take at most. For eyes; it is announced once, elsewhere. */
export function TestWait({ mostSeconds }: { mostSeconds: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - begun) / 1000)), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="text-muted text-sm tabular-nums" aria-hidden>
      {seconds < 1 ? "Waiting for the answer" : `Waiting for the answer: ${seconds} s of at most ${mostSeconds} s`}
    </span>
  );
}
