"use client";

import { FilterBar } from "@/components/ui/filter-bar";
import { FilterSelect } from "@/components/ui/filter-select";
import { FilterText } from "@/components/ui/filter-text";
import { RANGE_OPTIONS } from "@/components/ui/list-range";
import { EVENTS_PATH, type EventAddress, filterCount } from "./event-address";

/** The filters of the event log. They live in the address, so that a view can be sent to a colleague. */
export function EventFilters({ address, types }: { address: EventAddress; types: readonly string[] }) {
  const { object, range, from, to } = address;
  return (
    <FilterBar clearHref={EVENTS_PATH} active={filterCount(address)}>
      <FilterText
        param="object"
        listed={object}
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
      <FilterSelect param="range" label="Time" options={RANGE_OPTIONS} allLabel="Any time" />
      {range === "custom" ? (
        <>
          <FilterText param="from" listed={from} label="From (UTC)" type="datetime-local" />
          <FilterText param="to" listed={to} label="To (UTC)" type="datetime-local" />
        </>
      ) : null}
    </FilterBar>
  );
}
