"use client";

import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import type { ActionResult } from "@/components/ui/form";
import { countText } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { PortalReplay } from "@/lib/domain/events/delivery-schemas";
import { deliveriesText } from "./texts";

export function ReplayProgress({ replay: { done, total, since, startedAt, startedBy } }: { replay: PortalReplay }) {
  const said = `${countText(done)} of ${countText(total)} queued again`;
  return (
    <div className="flex flex-col gap-2">
      <p className="tabular-nums">{said}</p>
      <progress
        aria-label="Queued again"
        aria-valuetext={said}
        value={done}
        max={total}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <p className="text-muted">
        Started <Time at={startedAt} />
        {startedBy ? ` by ${startedBy}` : ""}. Includes deliveries that failed since <Time at={since} as="datetime" />.
        You can leave this page.
      </p>
    </div>
  );
}

export function LastReplay({ replay: { done, since, startedAt, startedBy } }: { replay: PortalReplay }) {
  return (
    <>
      The last replay queued {deliveriesText(done)} that failed since <Time at={since} as="datetime" />. Started{" "}
      <Time at={startedAt} />
      {startedBy ? ` by ${startedBy}` : ""}.
    </>
  );
}

/** The running replay, with a button if it takes too long, or the result of the last one. */
export function ReplayStatus({ replay, ...rest }: ReplayContinueProps & { replay: PortalReplay }) {
  if (replay.finishedAt !== null) return <LastReplay replay={replay} />;
  return (
    <>
      <ReplayProgress replay={replay} />
      {replay.isLate ? <ReplayContinue {...rest} /> : null}
    </>
  );
}

type ReplayContinueProps = {
  isPaused: boolean;
  /** Asks for the running replay again, which resumes it. */
  ask: () => Promise<ActionResult>;
  onAsked: () => void;
};

/** Resumes a replay that takes too long and may have stopped. */
function ReplayContinue({ isPaused, ask, onAsked }: ReplayContinueProps) {
  const [result, setResult] = useState<ActionResult>();
  const [pending, startTransition] = useTransition();

  function resume() {
    startTransition(async () => {
      const answered = await ask();
      setResult(answered);
      if (!answered.error) onAsked();
    });
  }

  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Button size="sm" loading={pending} disabled={isPaused} onClick={resume}>
        Continue
      </Button>
      <p role="status" className="text-muted">
        {isPaused
          ? "This is taking longer than it should. Resume the endpoint, then continue."
          : result?.error
            ? result.error
            : result
              ? "Continuing where it left off."
              : "This is taking longer than it should. It may have stopped. Continue where it left off."}
      </p>
    </div>
  );
}
