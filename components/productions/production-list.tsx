import type { ReactNode } from "react";
import { type Column, DataList } from "@/components/ui/data-list";
import { Time } from "@/components/ui/time";
import type { ProductionRow } from "@/lib/domain/productions";
import { productionHref } from "./production-address";
import { ProductionStatus } from "./production-status";
import { waitingText } from "./waiting-for";

const NONE = <span className="text-muted">–</span>;

const COLUMNS: Column<ProductionRow>[] = [
  {
    id: "title",
    header: "Title",
    primary: true,
    cell: (row) => <span className="wrap-anywhere line-clamp-2">{row.title}</span>,
  },
  {
    id: "producer",
    header: "Producer",
    cell: (row) => <span className="wrap-anywhere line-clamp-2 md:min-w-24">{row.producerName}</span>,
  },
  { id: "status", header: "Status", cell: (row) => <ProductionStatus status={row.status} /> },
  { id: "waiting", header: "Waiting for", cell: (row) => <WaitingFor row={row} /> },
  {
    id: "ends",
    header: "Certificate ends",
    cell: ({ certificate }) =>
      certificate?.status === "CURRENT" ? <Time at={certificate.expiresAt} as="date" /> : NONE,
  },
  { id: "produced", header: "Produced", align: "end", cell: (row) => <Time at={row.productionDate} as="date" /> },
];

function WaitingFor({ row }: { row: ProductionRow }) {
  const text = waitingText(row);
  return text ? <span className="wrap-anywhere line-clamp-2 md:min-w-32">{text}</span> : NONE;
}

/** One page of productions, newest first. */
export function ProductionList({ rows, empty }: { rows: readonly ProductionRow[]; empty: ReactNode }) {
  return (
    <DataList
      caption="Productions, newest first"
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={productionHref}
      columns={COLUMNS}
      empty={empty}
    />
  );
}
