import { CircleAlert } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import { cn } from "./cn";
import { fieldId } from "./field-id";

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
 * Label above, help before the mistake, the error beside the control. The one child receives `id`, `name`,
 * `aria-describedby` and `aria-invalid`; what it sets itself stays.
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

/** One problem, in words that say what to do, beside what it is about. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-2 text-harm text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>{children}</span>
    </p>
  );
}
