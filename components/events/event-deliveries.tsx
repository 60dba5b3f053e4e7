import { EmptyState } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { type Column, DataList } from "@/components/ui/data-list";
import { Time } from "@/components/ui/time";
import { receiverText } from "@/components/webhooks/endpoint-texts";
import { NONE, STANDING } from "@/components/webhooks/standing-columns";
import type { EventDelivery } from "@/lib/domain/webhooks/find-event";

const COLUMNS: readonly Column<EventDelivery>[] = [
  {
    id: "endpoint",
    header: "Endpoint",
    primary: true,
    cell: ({ endpoint }) => (
      <span className="block max-w-full md:max-w-96" title={endpoint.url}>
        <span className="wrap-anywhere block">{receiverText(endpoint)}</span>
        {endpoint.description ? (
          <span className="block truncate font-normal text-muted text-xs">{endpoint.url}</span>
        ) : null}
      </span>
    ),
  },
  STANDING.status,
  STANDING.attempts,
  STANDING.next,
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
