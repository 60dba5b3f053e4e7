import type { ReactNode } from "react";
import { type Column, DataList } from "@/components/lists/data-list";
import { Time } from "@/components/ui/time";
import type { TakedownRow } from "@/lib/domain/removals";
import { BASIS_LABELS, KIND_LABELS } from "@/lib/domain/removals/labels";
import { recordTitle, TakedownStatus } from "./takedown";
import { takedownHref } from "./takedown-address";

const COLUMNS: Column<TakedownRow>[] = [
  {
    id: "what",
    header: "What",
    primary: true,
    cell: (row) => <span className="wrap-anywhere line-clamp-2">{recordTitle(row)}</span>,
  },
  { id: "kind", header: "Kind", cell: ({ kind }) => KIND_LABELS[kind] },
  { id: "basis", header: "Legal basis", cell: ({ legalBasis }) => BASIS_LABELS[legalBasis] },
  { id: "status", header: "Status", cell: ({ status }) => <TakedownStatus status={status} /> },
  {
    id: "clock",
    header: "Time left",
    cell: ({ closedAt, deadlineAt }) =>
      closedAt ? <span className="text-muted">–</span> : <Time at={deadlineAt} as="left" className="font-medium" />,
  },
  {
    id: "deadline",
    header: "Deadline",
    align: "end",
    cell: ({ deadlineAt }) => <Time at={deadlineAt} as="datetime" />,
  },
];

type TakedownListProps = { caption: string; rows: readonly TakedownRow[]; empty: ReactNode };

export const TakedownList = ({ caption, rows, empty }: TakedownListProps) => (
  <DataList
    caption={caption}
    rows={rows}
    rowKey={({ id }) => id}
    rowHref={takedownHref}
    columns={COLUMNS}
    empty={empty}
  />
);
