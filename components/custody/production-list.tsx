import type { ReactNode } from "react";
import { ProductionStatus } from "@/components/productions/production-status";
import { type Column, DataList } from "@/components/ui/data-list";
import type { FoundProduction } from "@/lib/domain/productions/custody";
import { recordColumns } from "./record-columns";

const { title, performers, id, created } = recordColumns<FoundProduction>("Production", "/custodian/productions");

const COLUMNS: Column<FoundProduction>[] = [
  title,
  {
    id: "producer",
    header: "Producer",
    cell: ({ producerName }) => <span className="wrap-anywhere">{producerName}</span>,
  },
  performers,
  { id: "status", header: "Status", cell: ({ status }) => <ProductionStatus status={status} /> },
  id,
  created,
];

type ProductionRecordListProps = { rows: readonly FoundProduction[]; empty: ReactNode };

/** Productions of all producers, for a custodian. */
export const ProductionRecordList = ({ rows, empty }: ProductionRecordListProps) => (
  <DataList caption="Productions, newest first" rows={rows} rowKey={({ id }) => id} columns={COLUMNS} empty={empty} />
);
