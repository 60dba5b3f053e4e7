import type { SelectOption } from "@/components/ui/field";
import { FilterBar, FilterRange, FilterSelect } from "@/components/ui/filters";
import type { EventTypeGroup } from "@/lib/domain/webhooks/event-type-groups";
import type { DeliveryAddress } from "./delivery-address";
import { EventTypeFilter } from "./event-type-filter";

const STATUSES = [
  { value: "pending", label: "Pending" },
  { value: "delivered", label: "Delivered" },
  { value: "failed", label: "Failed" },
];

export type DeliveryFiltersProps = {
  address: DeliveryAddress;
  /** The list without filters. */
  path: string;
  groups: readonly EventTypeGroup[];
  /** Left out on the page of one endpoint. */
  endpoints?: readonly SelectOption[];
};

/** The filters of deliveries. They live in the address, so that a view can be sent to a colleague. */
export function DeliveryFilters({ address, path, groups, endpoints }: DeliveryFiltersProps) {
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
