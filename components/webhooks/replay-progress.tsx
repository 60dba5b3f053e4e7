import { countText } from "@/components/overview/health";
import { Time } from "@/components/ui/time";
import type { PortalReplay } from "@/lib/domain/webhooks/delivery-schemas";
import { deliveriesText } from "./replay-texts";

/** How far a replay is. It goes on whether anybody looks or not. */
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
        Begun <Time at={startedAt} />
        {startedBy ? ` by ${startedBy}` : ""}, with what failed since <Time at={since} as="datetime" />. You can leave
        this page.
      </p>
    </div>
  );
}

/** What the last replay came to. */
export function LastReplay({ replay: { done, since, startedAt, startedBy } }: { replay: PortalReplay }) {
  return (
    <>
      The last replay queued {deliveriesText(done)} again, failed since <Time at={since} as="datetime" />. Begun{" "}
      <Time at={startedAt} />
      {startedBy ? ` by ${startedBy}` : ""}.
    </>
  );
}
