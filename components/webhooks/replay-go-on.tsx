"use client";

import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import type { ActionResult } from "@/components/ui/form";

export type ReplayGoOnProps = {
  isPaused: boolean;
  /** Asks for the replay that is under way. */
  ask: () => Promise<ActionResult>;
  onAsked: () => void;
};

/** For a replay that takes longer than any should: sets it going again if it stopped. */
export function ReplayGoOn({ isPaused, ask, onAsked }: ReplayGoOnProps) {
  const [result, setResult] = useState<ActionResult>();
  const [pending, startTransition] = useTransition();

  function goOn() {
    startTransition(async () => {
      const answered = await ask();
      setResult(answered);
      if (!answered.error) onAsked();
    });
  }

  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Button size="sm" loading={pending} disabled={isPaused} onClick={goOn}>
        Go on
      </Button>
      <p role="status" className="text-muted">
        {isPaused
          ? "It takes longer than it should. Resume the endpoint, then let it go on."
          : result?.error
            ? result.error
            : result
              ? "Asked to go on from where it was."
              : "It takes longer than it should. It may have stopped: let it go on from where it was."}
      </p>
    </div>
  );
}
