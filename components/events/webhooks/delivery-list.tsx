"use client";

import type { ReactNode } from "react";
import { listHref, rangeQuery } from "@/components/lists/list-address";
import { LiveList } from "@/components/lists/live-list";
import type { DeliveryPage } from "@/lib/domain/events/delivery-schemas";
import type { DeliveryAddress } from "./delivery-address";
import { deliveryColumns } from "./delivery-columns";

export type DeliveryListProps = {
  /** What the URL requested, and the resulting page of the list. */
  address: DeliveryAddress;
  initial: DeliveryPage;
  /** The path of the list without filters. */
  path: string;
  ofOneEndpoint: boolean;
  empty: ReactNode;
};

/** Deliveries, newest first. The first page updates live. */
export function DeliveryList({ address, initial, path, ofOneEndpoint, empty }: DeliveryListProps) {
  const filters = ofOneEndpoint ? { ...address, endpoint: null } : address;
  return (
    <LiveList
      route="/api/portal/deliveries"
      address={address}
      query={() => rangeQuery(address, Date.now())}
      initial={initial}
      rows={({ deliveries }) => deliveries}
      at={(cursor) => listHref(path, { ...filters, cursor })}
      failed="We couldn’t load the deliveries"
      caption="Deliveries, newest first"
      columns={deliveryColumns(ofOneEndpoint)}
      rowHref={({ id }) => `/portal/webhooks/deliveries/${id}`}
      empty={empty}
    />
  );
}
