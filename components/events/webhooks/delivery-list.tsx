"use client";

import type { ReactNode } from "react";
import { LiveListView } from "@/components/lists/live-list";
import { ButtonLink } from "@/components/ui/link";
import type { Listed } from "@/lib/domain/core/lists";
import type { deliveryList } from "@/lib/domain/events";
import { deliveryColumns } from "./delivery-columns";

type DeliveryListProps = {
  list: Listed<typeof deliveryList>;
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
  return (
    <LiveListView
      list={list}
      route="/api/portal/deliveries"
      fixed={{ endpoint: endpointId }}
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
