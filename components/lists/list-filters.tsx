import type { ReactNode } from "react";
import { countFilters } from "./address-filters";
import { SearchInput } from "./filter-form";
import { FilterBar, FilterText } from "./filters";

type ListFiltersProps = {
  path: string;
  /** The filters and the cursor in the URL. */
  address: Readonly<Record<string, string | undefined>>;
  /** Filters in the URL that couldn't be read. */
  unread?: readonly string[];
  /** What the search field asks for. */
  search: { label: string; placeholder: string };
  /** Filters that tabs set. */
  kept?: Readonly<Record<string, string | undefined>>;
  /** The list without filters. */
  clearHref?: string;
  children?: ReactNode;
};

/** A list's search and filters. They live in the URL, so a view can be shared. */
export function ListFilters({ path, address, unread = [], search, kept = {}, clearHref, children }: ListFiltersProps) {
  const { q, ...filters } = address;
  return (
    <FilterBar
      path={path}
      active={countFilters(filters) - countFilters(kept)}
      clearHref={countFilters(address) + unread.length > 0 && (clearHref ?? path)}
      kept={kept}
      unread={unread}
      search={<SearchInput listed={q} {...search} />}
    >
      {children}
    </FilterBar>
  );
}

/** Filters by a creator of the partner. */
export const CreatorFilter = ({ listed }: { listed: string | undefined }) => (
  <FilterText
    param="creator"
    listed={listed}
    label="Creator"
    placeholder="Your user id, email or account id"
    className="col-span-2 md:w-60"
  />
);

type DayFiltersProps = { what: "Created" | "Produced"; from: string | undefined; to: string | undefined };

/** Filters by days, the last one included. */
export const DayFilters = ({ what, from, to }: DayFiltersProps) => (
  <>
    <FilterText param="from" listed={from} label={`${what} from`} type="date" className="md:w-40" />
    <FilterText param="to" listed={to} label={`${what} until`} type="date" className="md:w-40" />
  </>
);
