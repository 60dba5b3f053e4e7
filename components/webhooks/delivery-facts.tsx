import { KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { PortalDelivery } from "@/lib/domain/webhooks/delivery-schemas";
import { NextAttempt } from "./standing-columns";

/** What is known of a delivery: its ids, where it goes, when it goes on. */
export function DeliveryFacts({ delivery }: { delivery: PortalDelivery }) {
  const { id, eventId, createdAt, attempts, endpoint } = delivery;
  return (
    <section aria-label="Facts" className="rounded-lg border border-line bg-surface px-4 py-1 md:px-6">
      <KeyValue
        columns={2}
        items={[
          { label: "Delivery", value: <CopyId value={id} label="delivery id" /> },
          {
            label: "Event",
            value: (
              <TextLink href={`/portal/events/${eventId}`} className="font-mono text-xs">
                {eventId}
              </TextLink>
            ),
          },
          { label: "Endpoint", value: <Receiver {...endpoint} /> },
          { label: "Made", value: <Time at={createdAt} as="datetime" /> },
          { label: "Attempts", value: <span className="tabular-nums">{attempts}</span> },
          { label: "Next attempt", value: <NextAttempt {...delivery} /> },
        ]}
      />
    </section>
  );
}

function Receiver({ id, url, description, status }: PortalDelivery["endpoint"]) {
  if (status === "deleted") return <>{description ?? url} (deleted)</>;
  return (
    <TextLink href={`/portal/webhooks/${id}`} className="wrap-anywhere">
      {description ?? url}
    </TextLink>
  );
}
