import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { JobStatus as Status } from "@/lib/domain/productions/verification-jobs/labels";

export const JOB_STATUS_WORDS: Record<Status, string> = {
  pending: "Pending",
  completed: "Completed",
  blocked: "Blocked",
  cancelled: "Canceled",
};

const TONES: Record<Status, Tone> = { pending: "neutral", completed: "done", blocked: "harm", cancelled: "neutral" };

/** A verification job's status. The API's value is in the tooltip. */
export const JobStatus = ({ status }: { status: Status }) => (
  <span className="inline-flex" title={status}>
    <StatusBadge tone={TONES[status]} ended={status === "cancelled"}>
      {JOB_STATUS_WORDS[status]}
    </StatusBadge>
  </span>
);
