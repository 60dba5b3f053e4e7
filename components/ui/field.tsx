import { ChevronDown, CircleAlert } from "lucide-react";
import { type ComponentProps, cloneElement, type ReactElement, type ReactNode } from "react";
import { cn } from "./cn";

type ControlProps = {
  id?: string;
  name?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling";
};

export type FieldProps = {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  optional?: boolean;
  id?: string;
  className?: string;
  children: ReactElement<ControlProps>;
};

/**
 * A control with label, hint and error. The child receives `id`, `name`, `aria-describedby` and `aria-invalid`, unless it
 * sets them.
 */
export function Field({ name, label, hint, error, optional, id = fieldId(name), className, children }: FieldProps) {
  const described = [children.props["aria-describedby"], hint ? `${id}-hint` : null, error ? `${id}-error` : null];
  return (
    <div className={cn("flex flex-col gap-2", className)}>
      <div>
        <label htmlFor={id} className="font-medium text-sm">
          {label}
          {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
        </label>
        {hint ? (
          <div id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </div>
        ) : null}
      </div>
      {cloneElement(children, {
        id,
        name: children.props.name ?? name,
        "aria-describedby": described.filter(Boolean).join(" ") || undefined,
        "aria-invalid": error ? true : children.props["aria-invalid"],
      })}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

/** A field's name, and its error after a failed submit. */
export const fieldOf = ({ errors }: { errors?: Record<string, string> }, name: string) => ({
  name,
  error: errors?.[name],
});

/** An error beside its control. It says what to do. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-2 text-harm text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>{children}</span>
    </p>
  );
}

/** A one-line input. Put it in a Field. */
export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return (
    <input
      {...props}
      type={type}
      className={cn(
        controlStyle,
        type === "file"
          ? "cursor-pointer p-1 file:mr-3 file:h-8 file:cursor-pointer file:rounded-sm file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink"
          : "h-10 px-3",
        className,
      )}
    />
  );
}

/** A multi-line input that grows with its text where the browser supports it. */
export function Textarea({ className, rows = 4, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea {...props} rows={rows} className={cn(controlStyle, "field-sizing-content min-h-24 p-3", className)} />
  );
}

export type SelectOption = { value: string; label: string; disabled?: boolean };

/** A native select, styled. */
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

/** The look of text fields and selects. 16 px on phones, so that iOS doesn't zoom in on focus. */
export const controlStyle =
  "block w-full min-w-0 rounded-md border border-line-strong bg-surface text-base text-ink md:text-sm aria-invalid:border-harm aria-invalid:ring-1 aria-invalid:ring-harm disabled:bg-sunken disabled:text-muted";

/** The id of the control for a field name, so that an error summary can link to it. `performers.2.email` is fine. */
export function fieldId(name: string): string {
  return `field-${name.replaceAll(/[^A-Za-z0-9_-]/g, "-")}`;
}

/** The id of a list's filter form, so that a button elsewhere on the page can submit it. */
export const FILTERS_FORM = "filters";
