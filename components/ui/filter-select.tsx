"use client";

import { cn } from "./cn";
import { Field } from "./field";
import { Select, type SelectOption } from "./select";
import { useAddress } from "./use-address";

export type FilterSelectProps = {
  param: string;
  label: string;
  options: readonly SelectOption[];
  allLabel?: string;
  className?: string;
};

/** A filter with a few values, kept in the address. */
export function FilterSelect({ param, label, options, allLabel = "All", className }: FilterSelectProps) {
  const { get, set, pending } = useAddress();
  return (
    <Field name={param} label={label} className={cn("md:w-40", className)}>
      <Select
        options={options}
        placeholder={allLabel}
        value={get(param)}
        aria-busy={pending || undefined}
        onChange={(event) => set({ [param]: event.target.value, cursor: null })}
      />
    </Field>
  );
}
