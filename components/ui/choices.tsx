import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { FieldError, fieldId } from "./field";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  name: string;
  label: ReactNode;
  description?: ReactNode;
  error?: string;
};

/** A checkbox with a label. The whole line is clickable. */
export function Checkbox({ name, label, description, error, id = fieldId(name), className, ...props }: CheckboxProps) {
  const described = [description ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(" ");
  return (
    <div className={cn("flex flex-col gap-2", className)}>
      <div className="flex gap-3">
        <input
          {...props}
          type="checkbox"
          id={id}
          name={name}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          className="mt-0.5 size-5 shrink-0 cursor-pointer rounded-sm accent-accent"
        />
        <div>
          <label htmlFor={id}>{label}</label>
          {description ? (
            <div id={`${id}-hint`} className="text-muted text-sm">
              {description}
            </div>
          ) : null}
        </div>
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

type RadioCardOption = { value: string; label: ReactNode; description?: ReactNode; disabled?: boolean };

type RadioCardsProps = {
  name: string;
  legend: ReactNode;
  hint?: ReactNode;
  error?: string;
  options: readonly RadioCardOption[];
  defaultValue?: string;
  columns?: 1 | 2 | 3;
  className?: string;
};

const gridColumns = { 1: "", 2: "sm:grid-cols-2", 3: "sm:grid-cols-3" };

/** One choice of a few, each with a description. Native radio buttons underneath. */
export function RadioCards({
  name,
  legend,
  hint,
  error,
  options,
  defaultValue,
  columns = 1,
  className,
}: RadioCardsProps) {
  const id = fieldId(name);
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(" ");
  return (
    <fieldset className={cn("flex min-w-0 flex-col gap-2", className)} aria-describedby={described || undefined}>
      {/* The flex gap does not apply to a legend. */}
      <legend className={cn("font-medium text-sm", hint ? null : "mb-2")}>{legend}</legend>
      {hint ? (
        <div id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </div>
      ) : null}
      <div className={cn("grid gap-2", gridColumns[columns])}>
        {options.map((option, index) => (
          <label
            key={option.value}
            className={cn(
              "flex cursor-pointer gap-3 rounded-md border border-line-strong/60 bg-surface p-4 transition-colors hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-2",
              option.disabled && "cursor-not-allowed text-muted",
            )}
          >
            <input
              // The error summary links to the field's id: the first choice carries it.
              id={index === 0 ? id : undefined}
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={defaultValue === option.value}
              disabled={option.disabled}
              className="mt-1 size-4 shrink-0 cursor-pointer accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="block font-medium">{option.label}</span>
              {option.description ? <span className="block text-muted text-sm">{option.description}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}
