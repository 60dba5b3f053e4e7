"use client";

import { cn } from "./cn";
import { Field } from "./field";
import { Select, type SelectOption } from "./select";
import { useFilter } from "./use-filter";

export type FilterSelectProps = {
  param: string;
  label: string;
  options: readonly SelectOption[];
  allLabel?: string;
  shallow?: boolean;
  className?: string;
};

/** A filter with a few values, kept in the address. */
export function FilterSelect({
  param,
  label,
  options,
  allLabel = "All",
  shallow = false,
  className,
}: FilterSelectProps) {
  const { value, set, pending } = useFilter(param, shallow);
  return (
    <Field name={param} label={label} className={cn("md:w-40", className)}>
      <Select
        options={options}
        placeholder={allLabel}
        value={value}
        aria-busy={pending || undefined}
        onChange={(event) => set(event.target.value)}
      />
    </Field>
  );
}
