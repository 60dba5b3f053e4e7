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
