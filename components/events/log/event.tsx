import { PROGRESS_COLUMNS } from "@/components/events/webhooks/delivery-columns";
import { receiverText } from "@/components/events/webhooks/texts";
import { type Column, DataList, NONE } from "@/components/lists/data-list";
import { EmptyState } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { PageSection } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { EventDelivery } from "@/lib/domain/events/event-log";

const COLUMNS: readonly Column<EventDelivery>[] = [
  {
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
    header: "Finished",
    align: "end",
    cell: ({ settledAt }) => (settledAt ? <Time at={settledAt} /> : NONE),
  },
];

/** The deliveries of an event: one for each endpoint subscribed to its type at the time. */
export function EventDeliveries({ deliveries }: { deliveries: readonly EventDelivery[] }) {
  return (
    <PageSection id="deliveries" title="Deliveries" className="gap-4">
      {deliveries.length === 0 ? (
        <Card>
          <EmptyState title="Not sent to any endpoint">
            No enabled endpoint was subscribed to this type at the time. The event is in the events API.
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
    </PageSection>
  );
}

/** An event's payload: formatted, and the exact bytes that every attempt signs and sends. */
export function EventPayload({ body, size }: { body: string; size: number }) {
  return (
    <PageSection id="payload" title="Payload" className="gap-4">
      <CodeBlock label="Formatted" code={JSON.stringify(JSON.parse(body), null, 2)} wrap maxHeight="md" />
      <div className="flex flex-col gap-2">
        <CodeBlock
          label={`As sent, ${size.toLocaleString("en")} ${size === 1 ? "byte" : "bytes"}`}
          code={body}
          wrap
          maxHeight="sm"
        />
        <p className="text-muted text-xs">
          The signature covers exactly these bytes. It doesn’t match reformatted or re-serialized JSON.
        </p>
      </div>
    </PageSection>
  );
}
