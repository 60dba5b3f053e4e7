import { listHref } from "@/components/ui/list-address";
import type { RosterFilters, RosterPageQuery } from "@/lib/domain/roster/schemas";

export const CREATORS_PATH = "/portal/creators";

/** The address of the roster, narrowed by these filters and at this place. */
export const rosterHref = (query: RosterPageQuery): string => listHref(CREATORS_PATH, query);

/** The filters without the place in the list. */
export function filtersOf({ find, status, reason }: RosterPageQuery): RosterFilters {
  return { ...(find && { find }), ...(status && { status }), ...(reason && { reason }) };
}

/** How many filters narrow the list. */
export const countFilters = (query: RosterPageQuery): number => Object.keys(filtersOf(query)).length;
