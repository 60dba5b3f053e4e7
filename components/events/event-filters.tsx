"use client";

import { FilterBar } from "@/components/ui/filter-bar";
import { FilterRange } from "@/components/ui/filter-range";
import { FilterSelect } from "@/components/ui/filter-select";
import { FilterText } from "@/components/ui/filter-text";
import { EVENTS_PATH, type EventAddress, filterCount } from "./event-address";

/** The filters of the event log. They live in the address, so that a view can be sent to a colleague. */
export function EventFilters({ address, types }: { address: EventAddress; types: readonly string[] }) {
  return (
    <FilterBar clearHref={EVENTS_PATH} active={filterCount(address)}>
      <FilterText
        param="object"
        listed={address.object}
        label="Id or address in the payload"
        placeholder="Whole, not a part"
        search
        className="md:w-auto md:min-w-64 md:flex-1"
      />
      <FilterSelect
        param="type"
        label="Type"
        options={types.map((type) => ({ value: type, label: type }))}
        className="md:w-64"
      />
      <FilterRange {...address} />
    </FilterBar>
  );
}
