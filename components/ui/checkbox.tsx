import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { FieldError } from "./field";
import { fieldId } from "./field-id";

export type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  name: string;
  label: ReactNode;
  description?: ReactNode;
  error?: string;
};

/** One yes or no. The whole line is its target. */
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
