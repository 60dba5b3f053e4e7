import type { ReactNode } from "react";
import { type Column, DataList } from "@/components/lists/data-list";
import { ProductionStatus } from "@/components/productions/production";
import { StatusBadge } from "@/components/ui/badge";
import { dateText } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { ProductionRow } from "@/lib/domain/productions";
import { isRenewable } from "./next-step";
import { productionHref } from "./production-address";

const NONE = <span className="text-muted">–</span>;

type OwnProductionListProps = { rows: readonly ProductionRow[]; now: Date; empty: ReactNode };

/** One page of the producer's productions, newest first. */
export function OwnProductionList({ rows, now, empty }: OwnProductionListProps) {
  const columns: Column<ProductionRow>[] = [
    {
      id: "title",
      header: "Title",
      primary: true,
      cell: (row) => <span className="wrap-anywhere line-clamp-2">{row.title}</span>,
    },
    { id: "status", header: "Status", cell: (row) => <ProductionStatus status={row.status} /> },
    { id: "next", header: "Next", cell: (row) => <Next step={nextStep(row, now)} /> },
    {
      id: "ends",
      header: "Certificate ends",
      cell: ({ certificate }) =>
        certificate?.status === "CURRENT" ? <Time at={certificate.expiresAt} as="date" /> : NONE,
    },
    { id: "produced", header: "Produced", align: "end", cell: (row) => <Time at={row.productionDate} as="date" /> },
  ];
  return (
    <DataList
      caption="Productions, newest first"
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => productionHref(row)}
      columns={columns}
      empty={empty}
    />
  );
}

type Step = { text: string; byProducer: boolean } | null;

function Next({ step }: { step: Step }) {
  if (!step) return NONE;
  return step.byProducer ? (
    <StatusBadge tone="waiting">{step.text}</StatusBadge>
  ) : (
    <span className="wrap-anywhere text-muted">{step.text}</span>
  );
}

/** What a production waits for. What the producer can do comes before whom they wait for. */
export function nextStep(row: ProductionRow, now: Date): Step {
  const { status, isSealing, hasUnsealedChanges, certificate } = row;
  const own = (text: string) => ({ text, byProducer: true });
  if (status !== "pending_documentation" && status !== "documented") return null;
  if (isSealing) return { text: "Sealing the records", byProducer: false };
  if (!hasUnsealedChanges) {
    return certificate?.status === "CURRENT" && isRenewable(certificate, now) ? own("Renew certificate") : null;
  }
  if (row.performerCount === 0) return own("Add performers");
  if (row.depictionCount === 0) return own("Add depictions");
  if (row.lostCount > 0) return own("Remove a closed scene");
  const [first] = row.waitingFor;
  const others = row.waitingCount > 1 ? ` and ${row.waitingCount - 1} more` : "";
  if (first !== undefined) return { text: `Waiting for ${first}${others}`, byProducer: false };
  if (row.reviewCount > 0) return { text: "IDs in review", byProducer: false };
  if (row.productionDate <= now) return own("Review and seal");
  return { text: `Seal from ${dateText(row.productionDate.getTime())}`, byProducer: false };
}
