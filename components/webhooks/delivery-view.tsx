import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";
import type { DeliveryPage, PortalReceiver } from "@/lib/domain/webhooks/delivery-schemas";
import type { EventTypeGroup } from "@/lib/domain/webhooks/event-type-groups";
import type { DeliveryAddress } from "./delivery-address";
import { DeliveryFilters } from "./delivery-filters";
import { DeliveryList } from "./delivery-list";
import { NoDelivery } from "./delivery-none";
import { receiverText } from "./endpoint-texts";

type DeliveryViewProps = {
  address: DeliveryAddress;
  /** The page of the list, or why there is none. */
  page: { ok: true; value: DeliveryPage } | { ok: false; error: string };
  /** The list without filters. */
  path: string;
  groups: readonly EventTypeGroup[];
  /** All of the partner's, where the list is of all. */
  receivers?: readonly PortalReceiver[];
  /** Stands between the filters and the list. */
  children?: ReactNode;
};

/** Deliveries with their filters: of one endpoint, or of all of them. */
export function DeliveryView({ address, page, path, groups, receivers, children }: DeliveryViewProps) {
  const { cursor: _, endpoint, ...narrowing } = address;
  const isFiltered = Object.values(receivers ? { ...narrowing, endpoint } : narrowing).some(Boolean);
  const endpoints = receivers?.map((receiver) => ({ value: receiver.id, label: receiverText(receiver) }));
  return (
    <div className="flex flex-col gap-6">
      {children}
      <DeliveryFilters address={address} path={path} groups={groups} endpoints={endpoints} />
      {page.ok ? (
        <DeliveryList
          address={address}
          initial={page.value}
          path={path}
          ofOneEndpoint={!receivers}
          empty={<NoDelivery isFiltered={isFiltered} hasEndpoint={receivers === undefined || receivers.length > 0} />}
        />
      ) : (
        <Callout tone="waiting" title="These deliveries cannot be shown">
          {page.error} Change or clear the filters.
        </Callout>
      )}
    </div>
  );
}
