import Link from "next/link";
import type { ReactNode } from "react";
import { ProductionStatus } from "@/components/productions/production-status";
import { Badge } from "@/components/ui/badge";
import { CopyId } from "@/components/ui/copy";
import { type Column, DataList } from "@/components/ui/data-list";
import { counted } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { FoundProduction } from "@/lib/domain/productions/custody";

const COLUMNS: Column<FoundProduction>[] = [
  {
    id: "title",
    header: "Production",
    primary: true,
    cell: ({ id, title, isOwn }) =>
      isOwn ? (
        <span className="flex flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere line-clamp-2">{title}</span> <Badge>Your own production</Badge>
        </span>
      ) : (
        // Opening a record writes to the ledger, so don't prefetch it.
        <Link
          href={`/custodian/productions/${id}`}
          prefetch={false}
          className="wrap-anywhere line-clamp-2 rounded-sm font-medium underline underline-offset-4 md:min-w-40"
        >
          {title}
        </Link>
      ),
  },
  {
    id: "producer",
    header: "Producer",
    cell: ({ producerName }) => <span className="wrap-anywhere">{producerName}</span>,
  },
  {
    id: "performers",
    header: "Performers",
    cell: ({ performers, performerCount }) => (
      <span className="flex flex-col gap-1">
        {performers.map((email) => (
          <span key={email} className="break-all">
            {email}
          </span>
        ))}
        <span className="text-muted">{counted(performerCount, "performer")}</span>
      </span>
    ),
  },
  { id: "status", header: "Status", cell: ({ status }) => <ProductionStatus status={status} /> },
  {
    id: "id",
    header: "Production id",
    cell: ({ id }) => <CopyId value={id} label="production id" short className="whitespace-nowrap" />,
  },
  { id: "created", header: "Created", align: "end", cell: ({ createdAt }) => <Time at={createdAt} as="date" /> },
];

type ProductionRecordListProps = { rows: readonly FoundProduction[]; empty: ReactNode };

/** Productions of all producers, for a custodian. */
export const ProductionRecordList = ({ rows, empty }: ProductionRecordListProps) => (
  <DataList caption="Productions, newest first" rows={rows} rowKey={({ id }) => id} columns={COLUMNS} empty={empty} />
);
