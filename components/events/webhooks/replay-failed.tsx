"use client";

import { RotateCw } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { Live } from "@/components/live/live";
import { Button } from "@/components/ui/button";
import type { PortalReplay } from "@/lib/domain/events/delivery-schemas";
import type { ReplayFailedProps } from "./replay-dialog";

// Slow polling notices a colleague's replay. A running one is polled faster.
const IDLE_MS = 15_000;
const FOLLOWED_MS = 1_000;

const loadDialog = () => import("./replay-dialog");
const ReplayDialog = lazy(() => loadDialog().then((loaded) => ({ default: loaded.ReplayDialog })));

// Rendered with the page if there is a replay. Its script loads after the page's own.
const ReplayStatus = lazy(() => import("./replay-progress").then((loaded) => ({ default: loaded.ReplayStatus })));

/** Replays failed deliveries and shows the progress, also to people who open the page later. */
export function ReplayFailed({ endpointId, isPaused, initial, start }: ReplayFailedProps) {
  const [isFollowed, setFollowed] = useState(isRunning(initial.replay));
  return (
    <Live
      route="/api/portal/deliveries/replay"
      view={endpointId}
      query={() => new URLSearchParams({ endpoint: endpointId })}
      initial={initial}
      everyMs={isFollowed ? FOLLOWED_MS : IDLE_MS}
    >
      {({ data: { replay }, refresh }) => (
        <Replay
          replay={replay}
          isPaused={isPaused}
          endpointId={endpointId}
          start={start}
          onRead={() => setFollowed(isRunning(replay))}
          onStarted={() => {
            setFollowed(true);
            refresh();
          }}
        />
      )}
    </Live>
  );
}

type ReplayProps = Omit<ReplayFailedProps, "initial"> & {
  replay: PortalReplay | null;
  onRead: () => void;
  onStarted: () => void;
};

function Replay({ replay, isPaused, endpointId, start, onRead, onStarted }: ReplayProps) {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const read = useEffectEvent(onRead);
  // biome-ignore lint/correctness/useExhaustiveDependencies: run when a replay starts or ends
  useEffect(() => {
    read();
  }, [replay?.id, replay?.finishedAt]);

  return (
    <section aria-labelledby="replay" className="rounded-lg border border-line bg-surface p-4 md:px-6">
      <div className="flex flex-col gap-4 md:flex-row md:items-center md:justify-between">
        <div className="min-w-0 flex-1 text-sm">
          <h2 id="replay" className="font-medium">
            Replay failed deliveries
          </h2>
          {/* No status role during a replay: screen readers would read out each step of the progress bar. */}
          <div
            role={isRunning(replay) ? undefined : "status"}
            className={isRunning(replay) ? undefined : "max-w-prose text-muted"}
          >
            {replay ? (
              <Suspense>
                <ReplayStatus replay={replay} isPaused={isPaused} ask={() => start(replay.since)} onAsked={onStarted} />
              </Suspense>
            ) : (
              "After an outage, resend every failed delivery."
            )}
            {isPaused && !isRunning(replay) ? (
              <p id="replay-refused">The endpoint is paused. Resume it to replay.</p>
            ) : null}
          </div>
        </div>
        {isRunning(replay) ? null : (
          <Button
            icon={<RotateCw aria-hidden />}
            disabled={isPaused}
            aria-describedby={isPaused ? "replay-refused" : undefined}
            onPointerEnter={loadDialog}
            onFocus={loadDialog}
            onClick={() => {
              setOpened(true);
              setOpen(true);
            }}
          >
            Replay failed…
          </Button>
        )}
      </div>
      {opened ? (
        <Suspense>
          <ReplayDialog
            open={open}
            close={() => setOpen(false)}
            endpointId={endpointId}
            start={start}
            onStarted={onStarted}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

const isRunning = (replay: PortalReplay | null): boolean => replay !== null && replay.finishedAt === null;
