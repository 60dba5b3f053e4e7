import type { ReactNode } from "react";
import { FilterBar, FilterRange, FilterSelect } from "@/components/lists/filters";
import { Callout, EmptyState } from "@/components/ui/callout";
import type { SelectOption } from "@/components/ui/field";
import { ButtonLink } from "@/components/ui/link";
import type { DeliveryPage, PortalReceiver } from "@/lib/domain/events/delivery-schemas";
import type { EventTypeGroup } from "@/lib/domain/events/events";
import type { DeliveryAddress } from "./delivery-address";
import { DeliveryList } from "./delivery-list";
import { EventTypeFilter } from "./event-type-picker";
import { receiverText } from "./texts";

type DeliveryViewProps = {
  address: DeliveryAddress;
  page: { ok: true; value: DeliveryPage } | { ok: false; error: string };
  /** The path of the list without filters. */
  path: string;
  groups: readonly EventTypeGroup[];
  /** All of the partner's endpoints, in the list of all deliveries. */
  receivers?: readonly PortalReceiver[];
  /** Shown above the filters. */
  children?: ReactNode;
};

/** Deliveries of one or all endpoints, with filters. */
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
        <Callout tone="waiting" title="We can’t show these deliveries">
          {page.error} Change or clear the filters.
        </Callout>
      )}
    </div>
  );
}

const STATUSES = [
  { value: "pending", label: "Pending" },
  { value: "delivered", label: "Delivered" },
  { value: "failed", label: "Failed" },
];

type DeliveryFiltersProps = {
  address: DeliveryAddress;
  /** The path of the list without filters. */
  path: string;
  groups: readonly EventTypeGroup[];
  /** Omitted on the page of one endpoint. */
  endpoints?: readonly SelectOption[];
};

/** The deliveries' filters, kept in the URL so that people can share a view. */
function DeliveryFilters({ address, path, groups, endpoints }: DeliveryFiltersProps) {
  const { status, type, endpoint, range } = address;
  const active = [status, type, endpoints && endpoint, range].filter(Boolean).length;
  return (
    <FilterBar path={path} active={active} clearHref={active > 0 && path}>
      <FilterSelect param="status" listed={status} label="Status" options={STATUSES} />
      {endpoints ? (
        <FilterSelect param="endpoint" listed={endpoint} label="Endpoint" options={endpoints} className="md:w-64" />
      ) : null}
      <EventTypeFilter groups={groups} listed={type} />
      <FilterRange {...address} />
    </FilterBar>
  );
}

/** Says why a list of deliveries is empty and what to do. */
function NoDelivery({ isFiltered, hasEndpoint }: { isFiltered: boolean; hasEndpoint: boolean }) {
  if (isFiltered) {
    return <EmptyState title="No delivery matches these filters">Widen the time or clear a filter.</EmptyState>;
  }
  if (!hasEndpoint) {
    return (
      <EmptyState
        title="No deliveries yet"
        actions={<ButtonLink href="/portal/webhooks/new">Add an endpoint</ButtonLink>}
      >
        Add an endpoint to get your events. Each delivery is listed here.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No deliveries yet">
      Deliveries and their attempts appear here and are kept for 90 days. Test events aren’t listed.
    </EmptyState>
  );
}
