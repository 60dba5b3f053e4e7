import type { ReactNode } from "react";
import { DataList } from "@/components/lists/data-list";
import { ProductionStatus } from "@/components/productions/production";
import type { Reserved } from "@/lib/domain/custody/conflicts";
import type { FoundProduction } from "@/lib/domain/productions/custody";
import { recordColumns } from "./record-columns";
import { reservable } from "./record-link";

const { title, performers, id, created } = recordColumns<FoundProduction>("Production", "/custodian/productions");

const COLUMNS = reservable<FoundProduction>([
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
]);

type ProductionRecordListProps = { rows: readonly (FoundProduction | Reserved)[]; empty: ReactNode };

/** Productions of all producers, for a custodian. */
export const ProductionRecordList = ({ rows, empty }: ProductionRecordListProps) => (
  <DataList caption="Productions, newest first" rows={rows} rowKey={({ id }) => id} columns={COLUMNS} empty={empty} />
);
