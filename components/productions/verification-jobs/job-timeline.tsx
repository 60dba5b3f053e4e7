import { Acts } from "@/components/ui/event-timeline";
import type { JobEvent } from "@/lib/domain/productions/verification-jobs";

type JobTimelineProps = { entries: readonly JobEvent[]; eventsHref: string | null };

/** A verification job's history, limited to what the partner may know. */
export const JobTimeline = (props: JobTimelineProps) => (
  <Acts
    {...props}
    verbOf={({ what }) => DID[what]}
    moreOf={({ what }) => (what === "expired" ? ": not everyone finished within 14 days" : null)}
  />
);

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
