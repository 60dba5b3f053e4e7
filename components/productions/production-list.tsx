import type { ReactNode } from "react";
import { type Column, DataList } from "@/components/lists/data-list";
import { counted } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { ProductionRow } from "@/lib/domain/productions";
import { ProductionStatus } from "./production";
import { productionHref } from "./production-address";

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

/**
 * Who a production waits for: performers first, of whom the partner's own are named, then the review of IDs, then its producer; null
 * once nothing is missing.
 */
function waitingText(row: ProductionRow): string | null {
  const { status, isSealing, producerName, waitingFor, reviewCount, lostCount } = row;
  if (status !== "pending_documentation" || isSealing) return null;
  const waiting = row.missingCount - reviewCount - lostCount;
  const [first] = waitingFor;
  if (waiting > 0 && first === undefined) return counted(waiting, "performer");
  if (waiting > 0) return waiting > 1 ? `${first} and ${waiting - 1} more` : (first ?? null);
  return reviewCount > 0 && lostCount === 0 ? "ID review" : producerName;
}

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
