import { EventTimeline } from "@/components/ui/event-timeline";
import type { SceneEvent } from "@/lib/domain/scenes";
import { quotedReason } from "@/lib/domain/scenes/labels";

type SceneTimelineProps = { entries: readonly SceneEvent[]; eventsHref: string | null };

/** A scene's history, limited to what the partner may know. */
export const SceneTimeline = (props: SceneTimelineProps) => (
  <EventTimeline
    {...props}
    keyOf={(entry) => `${entry.what} ${"email" in entry ? entry.email : ""} ${entry.at.getTime()}`}
    textOf={(entry) => <Saying entry={entry} />}
  />
);

function Saying({ entry }: { entry: SceneEvent }) {
  const verb = <span className="font-medium">{DID[entry.what]}</span>;
  switch (entry.what) {
    case "created":
    case "cancelled":
      return (
        <>
          {verb}
          {entry.by ? ` by ${entry.by}` : null}
        </>
      );
    case "consented":
      return (
        <>
          {entry.email} {verb}
        </>
      );
    case "refused":
      return (
        <>
          {entry.email} {verb}: {quotedReason(entry.reason)}
        </>
      );
    case "invited_again":
      return (
        <>
          {verb} to {entry.email} by {entry.by}
        </>
      );
    case "expired":
      return <>{verb}: signatures missing after 14 days</>;
    default:
      return verb;
  }
}

const DID: Record<SceneEvent["what"], string> = {
  created: "Created",
  cancelled: "Canceled",
  greenlit: "Greenlit",
  expired: "Blocked",
  invited_again: "Invitation resent",
  consented: "consented",
  refused: "refused",
};
