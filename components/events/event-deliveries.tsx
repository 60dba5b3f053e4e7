import { Card } from "@/components/ui/card";
import type { Column } from "@/components/ui/column";
import { DataList } from "@/components/ui/data-list";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import { DeliveryStatus } from "@/components/webhooks/delivery-status";
import type { EventDelivery } from "@/lib/domain/webhooks/find-event";

const NONE = <span className="text-muted">–</span>;

const COLUMNS: readonly Column<EventDelivery>[] = [
  {
    id: "endpoint",
    header: "Endpoint",
    primary: true,
    cell: ({ endpoint: { url, description, status } }) => (
      <span className="block max-w-full md:max-w-96" title={url}>
        <span className="wrap-anywhere block">{description ?? url}</span>
        {description ? <span className="block truncate font-normal text-muted text-xs">{url}</span> : null}
        {status === "deleted" ? <span className="font-normal text-muted text-xs">deleted</span> : null}
      </span>
    ),
  },
  { id: "status", header: "Status", cell: (row) => <DeliveryStatus {...row} /> },
  {
    id: "attempts",
    header: "Attempts",
    align: "end",
    cell: ({ attempts }) => <span className="tabular-nums">{attempts}</span>,
  },
  {
    id: "next",
    header: "Next attempt",
    align: "end",
    cell: ({ nextAttemptAt, endpoint }) =>
      nextAttemptAt === null ? NONE : endpoint.status === "paused" ? "when it goes on" : <Time at={nextAttemptAt} />,
  },
  {
    id: "settled",
    header: "Settled",
    align: "end",
    cell: ({ settledAt }) => (settledAt ? <Time at={settledAt} /> : NONE),
  },
];

/** Where an event went: one delivery for each endpoint that wanted it when it happened. */
export function EventDeliveries({ deliveries }: { deliveries: readonly EventDelivery[] }) {
  return (
    <section aria-labelledby="deliveries" className="flex flex-col gap-4">
      <h2 id="deliveries" className="font-semibold text-base">
        Deliveries
      </h2>
      {deliveries.length === 0 ? (
        <Card>
          <EmptyState title="Sent to no endpoint">
            None of your endpoints was enabled and wanted this type when it happened. The events API gives it all the
            same.
          </EmptyState>
        </Card>
      ) : (
        <DataList
          caption="Deliveries of this event"
          rows={deliveries}
          rowKey={({ id }) => id}
          columns={COLUMNS}
          rowHref={({ id }) => `/portal/webhooks/deliveries/${id}`}
        />
      )}
    </section>
  );
}
