"use client";

import { FilterBar } from "@/components/ui/filter-bar";
import { FilterRange } from "@/components/ui/filter-range";
import { FilterSelect } from "@/components/ui/filter-select";
import type { SelectOption } from "@/components/ui/select";
import type { DeliveryAddress } from "./delivery-address";

const STATUSES = [
  { value: "pending", label: "Pending" },
  { value: "delivered", label: "Delivered" },
  { value: "failed", label: "Failed" },
];

export type DeliveryFiltersProps = {
  address: DeliveryAddress;
  /** The list without filters. */
  path: string;
  types: readonly string[];
  /** Left out on the page of one endpoint. */
  endpoints?: readonly SelectOption[];
};

/** The filters of deliveries. They live in the address, so that a view can be sent to a colleague. */
export function DeliveryFilters({ address, path, types, endpoints }: DeliveryFiltersProps) {
  const { status, type, endpoint, range } = address;
  const active = [status, type, endpoints && endpoint, range].filter(Boolean).length;
  return (
    <FilterBar clearHref={path} active={active}>
      <FilterSelect param="status" label="Status" options={STATUSES} />
      <FilterSelect
        param="type"
        label="Event type"
        options={types.map((name) => ({ value: name, label: name }))}
        className="md:w-64"
      />
      {endpoints ? <FilterSelect param="endpoint" label="Endpoint" options={endpoints} className="md:w-64" /> : null}
      <FilterRange {...address} />
    </FilterBar>
  );
}
