import { EmptyState } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { type Column, DataList } from "@/components/ui/data-list";
import { Time } from "@/components/ui/time";
import { NONE, PROGRESS_COLUMNS } from "@/components/webhooks/delivery-columns";
import { receiverText } from "@/components/webhooks/texts";
import type { EventDelivery } from "@/lib/domain/webhooks/event-log";

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
  PROGRESS_COLUMNS.status,
  PROGRESS_COLUMNS.attempts,
  PROGRESS_COLUMNS.next,
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

/** What an event carries: easy to read, and the exact bytes that every attempt sends and signs. */
export function EventPayload({ body, size }: { body: string; size: number }) {
  return (
    <section aria-labelledby="payload" className="flex flex-col gap-4">
      <h2 id="payload" className="font-semibold text-base">
        Payload
      </h2>
      <CodeBlock label="Formatted" code={JSON.stringify(JSON.parse(body), null, 2)} wrap maxHeight="md" />
      <div className="flex flex-col gap-2">
        <CodeBlock
          label={`As it is sent, ${size.toLocaleString("en")} ${size === 1 ? "byte" : "bytes"}`}
          code={body}
          wrap
          maxHeight="sm"
        />
        <p className="text-muted text-xs">
          The signature covers exactly these bytes. Formatted, or parsed and written again, they no longer match it.
        </p>
      </div>
    </section>
  );
}
