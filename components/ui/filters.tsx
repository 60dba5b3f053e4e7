import { Download, SlidersHorizontal } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "./badge";
import { buttonStyles } from "./button";
import { cn } from "./cn";
import { FILTERS_FORM, Field, Input, Select, type SelectOption } from "./field";
import { FilterForm } from "./filter-form";
import { RANGE_OPTIONS, type RangeAddress } from "./list-address";

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

const ofTwoTimes = "hidden group-has-[option[value=custom]:checked]/range:flex max-md:col-span-2";

/** A list's time filter: a length of time back from now, or two times. See `rangeQuery`. */
export function FilterRange({ range, from, to }: RangeAddress) {
  return (
    <div className="group/range contents">
      <FilterSelect param="range" listed={range} label="Time" options={RANGE_OPTIONS} allLabel="Any time" />
      <FilterText param="from" listed={from} label="From (UTC)" type="datetime-local" className={ofTwoTimes} />
      <FilterText param="to" listed={to} label="To (UTC)" type="datetime-local" className={ofTwoTimes} />
    </div>
  );
}

type FilterSelectProps = {
  param: string;
  /** What the list that is shown is narrowed to. */
  listed: string | undefined;
  label: string;
  options: readonly SelectOption[];
  allLabel?: string;
  className?: string;
};

/** A filter with a few values, kept in the address by the form around it. */
export function FilterSelect({ param, listed = "", label, options, allLabel = "All", className }: FilterSelectProps) {
  return (
    <Field name={param} label={label} className={cn("md:w-40", className)}>
      <Select options={options} placeholder={allLabel} defaultValue={listed} />
    </Field>
  );
}

type FilterTextProps = {
  param: string;
  /** What the list that is shown is narrowed by. */
  listed: string | undefined;
  label: string;
  placeholder?: string;
  mono?: boolean;
  type?: "text" | "date" | "datetime-local";
  className?: string;
};

/** A filter to type, kept in the address by the form around it. A list's first one is a SearchInput. */
export function FilterText({ param, listed, label, placeholder, mono, type = "text", className }: FilterTextProps) {
  return (
    <Field name={param} label={label} className={cn("md:w-48", className)}>
      <Input
        type={type}
        defaultValue={listed ?? ""}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        className={cn(mono && "font-mono")}
      />
    </Field>
  );
}

/** Says which filters of the address were left out, as what it says of them could not be read. */
export const UnreadNote = ({ names }: { names: readonly string[] }) =>
  names.length > 0 ? (
    <p role="status" className="col-span-2 basis-full text-sm text-waiting">
      Not narrowed by what this address says of <span className="font-mono text-xs">{names.join(", ")}</span>: it could
      not be read.
    </p>
  ) : null;

/** Downloads a list as CSV. It submits the filters' form, so the file matches what the page shows. */
export const ExportButton = ({ path }: { path: string }) => (
  <button
    type="submit"
    form={FILTERS_FORM}
    formAction={path}
    className={buttonStyles({ variant: "ghost", size: "sm" })}
  >
    <Download aria-hidden />
    Export CSV
  </button>
);
