import { Badge, StatusBadge, type Tone } from "@/components/ui/badge";
import { counted } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { RequestItem, RequestRow } from "@/lib/domain/removals/custody";
import { ITEM_STATUS_LABELS } from "@/lib/domain/removals/labels";

type RequestStatusProps = Pick<RequestRow, "status" | "deadlineAt"> & { now: Date };

/** The status of a removal request. */
export function RequestStatus({ status, deadlineAt, now }: RequestStatusProps) {
  if (status === "withdrawn") return <StatusBadge ended>Withdrawn</StatusBadge>;
  if (status === "decided") return <StatusBadge tone="done">Decided</StatusBadge>;
  return deadlineAt < now ? (
    <StatusBadge tone="harm">Breached</StatusBadge>
  ) : (
    <StatusBadge tone="waiting">Open</StatusBadge>
  );
}

type RequestMarksProps = Pick<RequestRow, "status" | "appealedAt" | "isAsked"> & {
  proposed?: number;
  late?: number;
  freezesAt?: Date | null;
};

/** What else a custodian should know of a request at a glance. */
export function RequestMarks({ status, appealedAt, isAsked, proposed = 0, late = 0, freezesAt }: RequestMarksProps) {
  return (
    <>
      {appealedAt && status === "open" ? <Badge tone="accent">Appeal</Badge> : null}
      {isAsked ? <Badge>Waiting for the claimant</Badge> : null}
      {freezesAt ? (
        <Badge tone="harm">
          Freezes <Time at={freezesAt} />
        </Badge>
      ) : null}
      {late > 0 ? <Badge tone="harm">{counted(late, "late takedown")}</Badge> : null}
      {proposed > 0 ? <Badge tone="accent">Second custodian needed</Badge> : null}
    </>
  );
}

const TONES: Readonly<Record<RequestItem["status"], Tone>> = {
  open: "waiting",
  suggested: "accent",
  confirmed: "done",
  already_removed: "done",
  rejected: "neutral",
  dismissed: "neutral",
  withdrawn: "neutral",
};
const ENDED: readonly RequestItem["status"][] = ["rejected", "dismissed", "withdrawn"];

/** The status of a record in a request. */
export const ItemStatus = ({ status }: Pick<RequestItem, "status">) => (
  <StatusBadge tone={TONES[status]} ended={ENDED.includes(status)}>
    {ITEM_STATUS_LABELS[status]}
  </StatusBadge>
);
