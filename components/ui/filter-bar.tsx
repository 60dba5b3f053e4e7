import { SlidersHorizontal } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "./badge";
import { buttonStyles } from "./button-style";
import { cn } from "./cn";
import { FilterForm } from "./filter-form";
import { UnreadNote } from "./unread-note";

type FilterBarProps = {
  /** The list's own address. */
  path: string;
  /** The list's search field, which is always there. */
  search?: ReactNode;
  /** The other filters: beside it on a desktop, behind one button on a phone. */
  children?: ReactNode;
  /** How many of those are set. */
  active?: number;
  label?: string;
  /** The list without filters, when there are some. */
  clearHref?: string | false | undefined;
  /** What else the list's address says that the filters leave alone. */
  kept?: Readonly<Record<string, string | undefined>>;
  /** What the address says under these names could not be read. */
  unread?: readonly string[];
};

/** The filters above a list. Each keeps its value in the address, so that a view can be sent to a colleague. */
export function FilterBar({
  path,
  search,
  children,
  active = 0,
  label = "Filters",
  clearHref,
  kept = {},
  unread = [],
}: FilterBarProps) {
  return (
    <search aria-label={label}>
      <FilterForm path={path} className="relative flex flex-col gap-3 md:flex-row md:flex-wrap md:items-end">
        {Object.entries(kept).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={value} /> : null,
        )}
        {search ? <div className={cn("md:min-w-80 md:flex-1", children ? "max-md:pr-31" : null)}>{search}</div> : null}
        {children ? (
          <details className="always-open-on-desk">
            <summary
              className={cn(
                buttonStyles({ variant: "secondary" }),
                "w-28 list-none px-3 [&::-webkit-details-marker]:hidden",
                search && "absolute top-7 right-0",
              )}
            >
              <SlidersHorizontal aria-hidden />
              Filters
              {active > 0 ? (
                <Badge tone="accent" className="-mr-1 py-0">
                  {active}
                  <span className="sr-only"> set</span>
                </Badge>
              ) : null}
            </summary>
            <div className="grid grid-cols-2 items-end gap-3 max-md:rounded-lg max-md:border max-md:border-line max-md:bg-surface max-md:p-4 md:flex md:flex-wrap">
              {children}
              <button
                type="submit"
                className={cn(buttonStyles({ variant: "secondary" }), "max-md:col-span-2 md:hidden md:noscript:flex")}
              >
                Show results
              </button>
            </div>
          </details>
        ) : (
          <button type="submit" className={cn(buttonStyles({ variant: "secondary" }), "hidden noscript:flex")}>
            Search
          </button>
        )}
        {clearHref ? (
          <Link
            href={clearHref}
            className="self-start rounded-md py-2 text-muted text-sm underline underline-offset-4 hover:text-ink md:self-auto md:px-3"
          >
            Clear filters
          </Link>
        ) : null}
        <UnreadNote names={unread} />
      </FilterForm>
    </search>
  );
}
