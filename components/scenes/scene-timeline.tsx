import { EventTimeline } from "@/components/ui/event-timeline";
import type { SceneEvent } from "@/lib/domain/scenes";
import { ELSEWHERE_SHOWN, quotedReason } from "@/lib/domain/scenes/labels";

type SceneTimelineProps = { entries: readonly SceneEvent[]; eventsHref: string | null };

/** A scene's history, limited to what the partner may know. */
export const SceneTimeline = (props: SceneTimelineProps) => (
  <EventTimeline
    {...props}
    description={isCut(props.entries) ? CUT : undefined}
    keyOf={(entry) => `${entry.what} ${objectOf(entry)} ${entry.at.getTime()}`}
    textOf={(entry) => <Saying entry={entry} />}
  />
);

const CUT = `Newest first, with the latest ${ELSEWHERE_SHOWN} publications and removals by other platforms.`;

const isCut = (entries: readonly SceneEvent[]): boolean =>
  entries.filter(({ what }) => what === "published_elsewhere").length >= ELSEWHERE_SHOWN;

function objectOf(entry: SceneEvent): string {
  if ("email" in entry) return entry.email;
  return "publicationId" in entry ? entry.publicationId : "";
}

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
    case "published_elsewhere":
    case "removed_elsewhere":
      return <>{verb} by another platform</>;
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
  published_elsewhere: "Published",
  removed_elsewhere: "Removed",
};
