import Link from "next/link";
import type { ReactNode } from "react";
import { UnreadNote } from "./unread-note";

export type FilterBarProps = {
  children: ReactNode;
  label?: string;
  /** The list without filters; shown when `active` is not zero. */
  clearHref?: string;
  /** How many filters are set. */
  active?: number;
  /** What the address says under these names could not be read. */
  unread?: readonly string[];
};

/** The filters above a list. Each keeps its value in the address, so that a view can be sent to a colleague. */
export function FilterBar({ children, label = "Filters", clearHref, active = 1, unread = [] }: FilterBarProps) {
  return (
    <search aria-label={label} className="grid grid-cols-2 items-end gap-3 md:flex md:flex-wrap">
      {children}
      {clearHref && active + unread.length > 0 ? (
        <Link
          href={clearHref}
          className="rounded-md px-3 py-2 text-muted text-sm underline underline-offset-4 hover:text-ink"
        >
          Clear filters
        </Link>
      ) : null}
      <UnreadNote names={unread} />
    </search>
  );
}
