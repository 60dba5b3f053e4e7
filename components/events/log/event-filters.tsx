import { EventTypeFilter } from "@/components/events/webhooks/event-type-picker";
import { SearchInput } from "@/components/lists/filter-form";
import { FilterBar, FilterRange } from "@/components/lists/filters";
import type { EventTypeGroup } from "@/lib/domain/events/events";
import { countFilters, EVENTS_PATH, type EventAddress } from "./event-address";

/** The event log's filters, kept in the URL so that people can share a view. */
export function EventFilters({ address, groups }: { address: EventAddress; groups: readonly EventTypeGroup[] }) {
  return (
    <FilterBar
      path={EVENTS_PATH}
      active={countFilters({ ...address, object: "" })}
      clearHref={countFilters(address) > 0 && EVENTS_PATH}
      search={
        <SearchInput
          name="object"
          listed={address.object}
          label="Id or email in the payload"
          placeholder="Exact match"
        />
      }
    >
      <EventTypeFilter groups={groups} listed={address.type} />
      <FilterRange {...address} />
    </FilterBar>
  );
}
