import { listHref } from "@/components/ui/list-address";
import type { ChangeKind, ChangeState, RosterFilters, RosterPageQuery } from "@/lib/domain/roster/schemas";

export const CREATORS_PATH = "/portal/creators";

/** The address of the roster, narrowed by these filters and at this place. */
export const rosterHref = (query: RosterPageQuery): string => listHref(CREATORS_PATH, query);

/** The filters without the place in the list. */
export function filtersOf({ find, status, reason }: RosterPageQuery): RosterFilters {
  return { ...(find && { find }), ...(status && { status }), ...(reason && { reason }) };
}

/** How many filters narrow the list. */
export const countFilters = (query: RosterPageQuery): number => Object.keys(filtersOf(query)).length;

/** "1 creator", "1,204 creators". */
export const creatorsText = (count: number): string => `${count.toLocaleString("en")} creator${count === 1 ? "" : "s"}`;

const RUNNING: Record<ChangeKind, string> = { deactivate: "Deactivating", reactivate: "Reactivating" };
const DONE: Record<ChangeKind, string> = { deactivate: "Deactivated", reactivate: "Reactivated" };

/** What a change is doing, or did. */
export const changeInWords = ({ kind, finishedAt }: ChangeState): string => (finishedAt ? DONE : RUNNING)[kind];

export const changeHref = ({ id }: { id: string }): string => `/portal/creators/changes/${id}`;
