import { listHref } from "@/components/lists/list-address";
import type { ChangeKind, ChangeState, RosterFilters, RosterPageQuery } from "@/lib/domain/accounts/roster/schemas";

export const CREATORS_PATH = "/portal/creators";

export const rosterHref = (query: RosterPageQuery): string => listHref(CREATORS_PATH, query);

/** The filters without the cursor. */
export function filtersOf({ find, status, reason }: RosterPageQuery): RosterFilters {
  return { ...(find && { find }), ...(status && { status }), ...(reason && { reason }) };
}

/** How many filters are set. */
export const countFilters = (query: RosterPageQuery): number => Object.keys(filtersOf(query)).length;

const RUNNING: Record<ChangeKind, string> = { deactivate: "Deactivating", reactivate: "Reactivating" };
const DONE: Record<ChangeKind, string> = { deactivate: "Deactivated", reactivate: "Reactivated" };

/** A change's verb: "Deactivating" while it runs, "Deactivated" after. */
export const changeInWords = ({ kind, finishedAt }: ChangeState): string => (finishedAt ? DONE : RUNNING)[kind];

export const changeHref = ({ id }: { id: string }): string => `/portal/creators/changes/${id}`;
