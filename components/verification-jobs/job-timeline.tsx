import { EventTimeline } from "@/components/ui/event-timeline";
import type { JobEvent } from "@/lib/domain/verification-jobs";

type JobTimelineProps = { entries: readonly JobEvent[]; eventsHref: string | null };

/** A verification job's history, limited to what the partner may know. */
export const JobTimeline = (props: JobTimelineProps) => (
  <EventTimeline
    {...props}
    keyOf={(entry) => `${entry.what} ${"email" in entry ? entry.email : ""} ${entry.at.getTime()}`}
    textOf={(entry) => <Saying entry={entry} />}
  />
);

function Saying({ entry }: { entry: JobEvent }) {
  const verb = <span className="font-medium">{DID[entry.what]}</span>;
  switch (entry.what) {
    case "started":
    case "cancelled":
      return (
        <>
          {verb}
          {entry.by ? ` by ${entry.by}` : null}
        </>
      );
    case "invited_again":
      return (
        <>
          {verb} to {entry.email} by {entry.by}
        </>
      );
    case "signed":
    case "verified":
    case "refused":
      return (
        <>
          {entry.email} {verb}
        </>
      );
    case "expired":
      return <>{verb}: not everyone finished within 14 days</>;
    default:
      return verb;
  }
}

const DID: Record<JobEvent["what"], string> = {
  started: "Started",
  cancelled: "Canceled",
  completed: "Completed",
  expired: "Blocked",
  invited_again: "Invitation resent",
  signed: "signed the forms",
  verified: "is verified",
  refused: "refused",
};
