import { cn } from "./cn";
import { Field } from "./field";
import { Select, type SelectOption } from "./select";

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
