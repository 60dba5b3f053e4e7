import { cn } from "./cn";
import { Field } from "./field";
import { Input } from "./input";

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
