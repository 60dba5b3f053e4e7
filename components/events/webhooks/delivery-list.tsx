"use client";

import type { ReactNode } from "react";
import { rangeQuery } from "@/components/lists/list-address";
import { LiveListView } from "@/components/lists/live-list";
import { ButtonLink } from "@/components/ui/link";
import type { DeliveryPage } from "@/lib/domain/events/delivery-schemas";
import type { DeliveryAddress } from "./delivery-address";
import { deliveryColumns } from "./delivery-columns";

type DeliveryListProps = {
  /** What the server read for the filters in the URL. */
  list: DeliveryPage & { address: DeliveryAddress; error?: string };
  /** The path of the list without filters. */
  path: string;
  filters: ReactNode;
  /** The endpoint whose deliveries they are; null for all of them. */
  endpointId: string | null;
  /** Whether the partner has any endpoint. */
  hasEndpoint: boolean;
};

/** Deliveries of one or all endpoints, newest first. The first page updates live. */
export function DeliveryList({ list, path, filters, endpointId, hasEndpoint }: DeliveryListProps) {
  const { address } = list;
  return (
    <LiveListView
      list={list}
      route="/api/portal/deliveries"
      query={() => rangeQuery({ ...address, ...(endpointId && { endpoint: endpointId }) }, Date.now())}
      noun="deliveries"
      path={path}
      caption="Deliveries, newest first"
      columns={deliveryColumns(endpointId !== null)}
      rowHref={({ id }) => `/portal/webhooks/deliveries/${id}`}
      filters={filters}
      empty={{
        title: "No deliveries yet",
        ...(!hasEndpoint
          ? {
              children: "Add an endpoint to get your events. Each delivery is listed here.",
              actions: <ButtonLink href="/portal/webhooks/new">Add an endpoint</ButtonLink>,
            }
          : {
              children:
                "Deliveries and their attempts appear here and are kept for 90 days. Test events aren’t listed.",
            }),
        noMatch: {
          isPlain: true,
          title: "No delivery matches these filters",
          children: "Widen the time or clear a filter.",
        },
      }}
    />
  );
}
