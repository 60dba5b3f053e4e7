import type { ReactNode } from "react";
import { RecordLink, ReservedBadge } from "@/components/custody/record-link";
import { type Column, DataList } from "@/components/lists/data-list";
import { counted } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { RequestRow } from "@/lib/domain/removals/custody";
import { BASIS_LABELS } from "@/lib/domain/removals/labels";
import { requestHref } from "./request-address";
import { RequestMarks, RequestStatus } from "./request-status";

const columns = (now: Date): Column<RequestRow>[] => [
  {
    id: "request",
    header: "Request",
    primary: true,
    cell: (row) =>
      row.legalBasis ? (
        <RecordLink plain href={requestHref(row)} data-row className="font-medium">
          {BASIS_LABELS[row.legalBasis]}
        </RecordLink>
      ) : (
        <ReservedBadge />
      ),
  },
  {
    id: "claimant",
    header: "Claimant",
    cell: ({ email, isReserved }) =>
      email ? (
        <span className="break-all">{email}</span>
      ) : isReserved ? null : (
        <span className="text-muted">Hidden until we have looked for its records</span>
      ),
  },
  { id: "records", header: "Records", cell: recordsOf },
  {
    id: "status",
    header: "Status",
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-1">
        <RequestStatus {...row} now={now} />
        <RequestMarks {...row} />
      </span>
    ),
  },
  {
    id: "custodian",
    header: "Custodian",
    cell: ({ custodian, isMine }) =>
      custodian ? isMine ? "You" : custodian : <span className="text-muted">Unassigned</span>,
  },
  {
    id: "left",
    header: "Time left",
    cell: ({ status, deadlineAt }) =>
      status === "open" ? (
        <Time at={deadlineAt} as="left" className="font-medium" />
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  { id: "requested", header: "Requested", align: "end", cell: ({ requestedAt }) => <Time at={requestedAt} /> },
];

function recordsOf({ open, suggested, isReserved }: RequestRow): string | null {
  if (isReserved) return null;
  const parts = [
    ...(open > 0 ? [`${open} to decide`] : []),
    ...(suggested > 0 ? [counted(suggested, "suggestion")] : []),
  ];
  return parts.join(", ") || "None open";
}

type RequestListProps = { caption: string; rows: readonly RequestRow[]; now: Date; empty: ReactNode };

/** One page of removal requests. */
export const RequestList = ({ caption, rows, now, empty }: RequestListProps) => (
  <DataList caption={caption} rows={rows} rowKey={({ id }) => id} columns={columns(now)} empty={empty} />
);
