import type { ReactNode } from "react";
import { EmptyState, NoMatches } from "@/components/ui/callout";
import { countFilters, type ListAddress, listHref, picked } from "./list-address";

export type EmptyWords = {
  icon?: ReactNode;
  /** Without any filter. */
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  /** When nothing matches the filters: how to search. `isPlain` omits the second link to clear them. */
  noMatch?: { title: string; children: ReactNode; isPlain?: boolean };
};

type EmptyProps = { path: string; address: ListAddress; cleared?: readonly string[]; empty: EmptyWords };

/** What a list says without rows. */
export function Empty({ path, address, cleared = ["view"], empty: { noMatch, icon, ...none } }: EmptyProps) {
  if (!noMatch || countFilters({ ...address, ...picked({}, cleared) }) === 0)
    return <EmptyState {...none} icon={icon} />;
  const { isPlain, ...words } = noMatch;
  if (isPlain) return <EmptyState {...words} icon={icon} />;
  return <NoMatches {...words} icon={icon} clearHref={listHref(path, picked(address, cleared))} />;
}
