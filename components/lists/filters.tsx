import { SlidersHorizontal } from "lucide-react";
import Link from "next/link";
import { isValidElement, type ReactElement } from "react";
import { Badge } from "@/components/ui/badge";
import { buttonStyles } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field, Input, Select, type SelectOption } from "@/components/ui/field";
import { FilterForm, SearchInput } from "./filter-form";
import {
  countFilters,
  type ListAddress,
  listHref,
  picked,
  queryOf,
  RANGE_OPTIONS,
  type RangeAddress,
} from "./list-address";
import { SavedMenu } from "./saved-menu";

/** How one filter is chosen: from options, or as a text or a day. */
export type Control = {
  label: string;
  options?: readonly SelectOption[];
  /** The option for any value. */
  allLabel?: string;
  type?: "date" | "datetime-local";
  placeholder?: string;
  mono?: boolean;
  className?: string;
};

/** Chooses a creator of the partner. */
export const CREATOR: Control = {
  label: "Creator",
  placeholder: "Your user id, email or account id",
  className: "col-span-2 md:w-60",
};

/** Chooses days, the last one included. */
export const days = (what: "Created" | "Produced") =>
  ({
    from: { label: `${what} from`, type: "date", className: "md:w-40" },
    to: { label: `${what} until`, type: "date", className: "md:w-40" },
  }) satisfies Record<string, Control>;

/** Values with their words, as the options of a filter. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  words: Readonly<Record<Value, string>>,
): SelectOption[] => values.map((value) => ({ value, label: words[value] }));

export type ListFiltersProps<Address> = {
  /** The list's own URL. */
  path: string;
  /** The filters and the cursor in it. */
  address: Address;
  /** Names of filters whose values in the URL are invalid. */
  unread?: readonly string[];
  /** The search field, always visible. */
  search?: { name?: string; label: string; placeholder: string; mono?: boolean; className?: string };
  /** The other filters by name; behind a button on a phone. */
  controls?: { readonly [Name in keyof Address]?: Control | ReactElement | false };
  /** The filters that tabs or other pages set. */
  kept?: readonly (keyof Address & string)[];
  /** Those that stay when the filters are cleared. */
  cleared?: readonly (keyof Address & string)[];
};

/** A list's search and filters. Their values are in the URL, so that people can share a view. */
export function ListFilters<Address extends ListAddress>({
  path,
  address,
  unread = [],
  search,
  controls = {},
  kept = [],
  cleared = ["view"],
}: ListFiltersProps<Address>) {
  const { [search?.name ?? "q"]: searched, ...filters } = address;
  const tabs = picked(address, kept);
  const active = countFilters(filters) - countFilters(tabs);
  const isAny = countFilters({ ...address, ...picked({}, cleared) }) + unread.length > 0;
  const shown = Object.entries<Control | ReactElement | false | undefined>(controls).filter(([, control]) => control);
  return (
    <search aria-label="Filters" className="flex flex-col gap-3">
      <FilterForm path={path} className="relative flex flex-col gap-3 md:flex-row md:flex-wrap md:items-end">
        {Object.entries({ ...tabs, ...picked(address, ["order"]) }).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={value} /> : null,
        )}
        {search ? (
          <div className={cn("md:min-w-80 md:flex-1", shown.length > 0 && "max-md:pr-31")}>
            <SearchInput listed={searched} {...search} />
          </div>
        ) : null}
        {shown.length > 0 ? (
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
              {shown.map(([name, control]) =>
                isValidElement(control) ? (
                  control
                ) : control ? (
                  <FilterField key={name} name={name} listed={address[name]} {...control} />
                ) : null,
              )}
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
        {isAny ? (
          <Link
            href={listHref(path, picked(address, cleared))}
            className="self-start rounded-md py-2 text-muted text-sm underline underline-offset-4 hover:text-ink md:self-auto md:px-3"
          >
            Clear filters
          </Link>
        ) : null}
        <UnreadNote names={unread} />
      </FilterForm>
      <SavedMenu path={path} query={queryOf({ ...address, cursor: null }).toString()} />
    </search>
  );
}

const customTime = "hidden group-has-[option[value=custom]:checked]/range:flex max-md:col-span-2";

/** A time filter: a range that ends now, or two times. */
export function FilterRange({ range, from, to }: RangeAddress) {
  return (
    <div className="group/range contents">
      <FilterField name="range" listed={range} label="Time" options={RANGE_OPTIONS} allLabel="Any time" />
      <FilterField name="from" listed={from} label="From (UTC)" type="datetime-local" className={customTime} />
      <FilterField name="to" listed={to} label="To (UTC)" type="datetime-local" className={customTime} />
    </div>
  );
}

type FilterFieldProps = Control & { name: string; listed: string | null | undefined };

function FilterField({
  name,
  listed,
  label,
  options,
  allLabel = "All",
  type,
  mono,
  className,
  ...input
}: FilterFieldProps) {
  return (
    <Field name={name} label={label} className={cn(options ? "md:w-40" : "md:w-48", className)}>
      {options ? (
        <Select options={options} placeholder={allLabel} defaultValue={listed ?? ""} />
      ) : (
        <Input
          {...input}
          type={type ?? "text"}
          defaultValue={listed ?? ""}
          autoComplete="off"
          spellCheck={false}
          className={cn(mono && "font-mono")}
        />
      )}
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
