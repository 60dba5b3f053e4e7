import { reasonForService } from "@/components/creators/status-words";
import { StatusBadge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/callout";
import { type Column, DataList } from "@/components/ui/data-list";
import { Time } from "@/components/ui/time";
import type { ViewedAccount } from "@/lib/domain/custody";

type Hold = ViewedAccount["holds"][number];

const COLUMNS: Column<Hold>[] = [
  {
    id: "reason",
    header: "Reason",
    primary: true,
    cell: ({ reason }) => (
      <span className="flex flex-col">
        <span className="first-letter:uppercase">{reasonForService(reason)}</span>
        <code className="break-all font-mono font-normal text-muted text-xs">{reason}</code>
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    cell: ({ liftedAt }) => (
      <StatusBadge tone={liftedAt ? "neutral" : "harm"}>{liftedAt ? "Lifted" : "Stands"}</StatusBadge>
    ),
  },
  { id: "placed", header: "Placed", cell: ({ placedAt }) => <Time at={placedAt} /> },
  { id: "lifted", header: "Lifted", align: "end", cell: ({ liftedAt }) => (liftedAt ? <Time at={liftedAt} /> : "–") },
];

/** Every hold that stands or stood on an account, the latest first. The account is suspended while any stands. */
export const AccountHolds = ({ holds }: { holds: readonly Hold[] }) => (
  <section aria-labelledby="holds" className="flex flex-col gap-3">
    <h2 id="holds" className="font-semibold text-base">
      Holds
    </h2>
    <DataList
      caption="Holds, the latest first"
      rows={holds}
      rowKey={({ id }) => id}
      columns={COLUMNS}
      empty={
        <EmptyState title="Never held">
          Neither the service, nor its partner, nor a missing payment has held this account.
        </EmptyState>
      }
    />
  </section>
);
