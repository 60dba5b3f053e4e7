"use client";

import { Live } from "@/components/live/live";
import { Redraw } from "@/components/live/redraw";
import type { DeliveryPage, PortalDelivery } from "@/lib/domain/webhooks/delivery-schemas";

const LIVE_MS = 2_000;

/** Draws a delivery's page again when something became of the delivery. */
export function DeliveryWatch({ delivery }: { delivery: PortalDelivery }) {
  const initial: DeliveryPage = { deliveries: [delivery], newer: null, older: null };
  const drawn = standing(delivery);
  return (
    <Live
      route="/api/portal/deliveries"
      view={`${delivery.id} ${drawn}`}
      query={() => new URLSearchParams({ delivery: delivery.id, limit: "1" })}
      initial={initial}
      everyMs={LIVE_MS}
    >
      {({ data }) => <Redraw drawn={drawn} now={data.deliveries[0] ? standing(data.deliveries[0]) : drawn} />}
    </Live>
  );
}

const standing = ({ status, attempts, nextAttemptAt, endpoint }: PortalDelivery): string =>
  [status, attempts, nextAttemptAt, endpoint.status].join(" ");
