import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlStyle } from "./control-style";

export type SelectOption = { value: string; label: string; disabled?: boolean };

/** The browser's own select in the house's clothes: the phone's picker, the keyboard's search, no script. */
export function Select({
  options,
  placeholder,
  className,
  ...props
}: ComponentProps<"select"> & { options: readonly SelectOption[]; placeholder?: string }) {
  return (
    <span className="relative block">
      <select {...props} className={cn(controlStyle, "h-10 cursor-pointer appearance-none pr-8 pl-3", className)}>
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-3 right-3 size-4 text-muted" aria-hidden />
    </span>
  );
}
