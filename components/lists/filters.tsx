import { Download, SlidersHorizontal } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { buttonStyles } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { FILTERS_FORM, Field, Input, Select, type SelectOption } from "@/components/ui/field";
import { FilterForm } from "./filter-form";
import { RANGE_OPTIONS, type RangeAddress } from "./list-address";

type FilterBarProps = {
  /** The list's own URL. */
  path: string;
  /** The list's search field, always visible. */
  search?: ReactNode;
  /** The other filters; behind a button on a phone. */
  children?: ReactNode;
  /** How many of them are set. */
  active?: number;
  label?: string;
  /** The list without filters, if any are set. */
  clearHref?: string | false | undefined;
  /** Other values in the list's URL to keep. */
  kept?: Readonly<Record<string, string | undefined>>;
  /** Names of filters whose values in the URL are invalid. */
  unread?: readonly string[];
};

/** The filters above a list. Their values are in the URL, so that people can share a view. */
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

const customTime = "hidden group-has-[option[value=custom]:checked]/range:flex max-md:col-span-2";

/** A time filter: a range that ends now, or two times. See `rangeQuery`. */
export function FilterRange({ range, from, to }: RangeAddress) {
  return (
    <div className="group/range contents">
      <FilterSelect param="range" listed={range} label="Time" options={RANGE_OPTIONS} allLabel="Any time" />
      <FilterText param="from" listed={from} label="From (UTC)" type="datetime-local" className={customTime} />
      <FilterText param="to" listed={to} label="To (UTC)" type="datetime-local" className={customTime} />
    </div>
  );
}

type FilterSelectProps = {
  param: string;
  /** The current value. */
  listed: string | undefined;
  label: string;
  options: readonly SelectOption[];
  allLabel?: string;
  className?: string;
};

/** A filter with a few values. */
export function FilterSelect({ param, listed = "", label, options, allLabel = "All", className }: FilterSelectProps) {
  return (
    <Field name={param} label={label} className={cn("md:w-40", className)}>
      <Select options={options} placeholder={allLabel} defaultValue={listed} />
    </Field>
  );
}

type FilterTextProps = {
  param: string;
  /** The current value. */
  listed: string | undefined;
  label: string;
  placeholder?: string;
  mono?: boolean;
  type?: "text" | "date" | "datetime-local";
  className?: string;
};

/** A text or date filter. For a list's main search, use SearchInput. */
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

/** Names the filters in the URL that were ignored because their values are invalid. */
export const UnreadNote = ({ names }: { names: readonly string[] }) =>
  names.length > 0 ? (
    <p role="status" className="col-span-2 basis-full text-sm text-waiting">
      Ignored because the value in the address is invalid: <span className="font-mono text-xs">{names.join(", ")}</span>
      .
    </p>
  ) : null;

/** Downloads a list as CSV or PDF. It submits the filter form, so the file matches the page. */
export const ExportButton = ({ path, format = "CSV" }: { path: string; format?: "CSV" | "PDF" }) => (
  <button
    type="submit"
    form={FILTERS_FORM}
    formAction={path}
    className={buttonStyles({ variant: "ghost", size: "sm" })}
  >
    <Download aria-hidden />
    Export {format}
  </button>
);
