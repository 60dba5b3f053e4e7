import { FieldError, fieldId, Input, Select } from "./field";

export type DateParts = { day?: string; month?: string; year?: string };

type DateFieldsProps = {
  name: string;
  legend: string;
  hint?: string;
  error?: string;
  defaultValue?: DateParts;
  /** Lets the browser fill in a birth date. */
  autoComplete?: "bday";
};

const MONTHS = "January February March April May June July August September October November December"
  .split(" ")
  .map((label, index) => ({ value: String(index + 1), label }));

/** The parts of a stored date, or of what was typed before a failed submit. */
export function partsOf(name: string, values: Record<string, string> | undefined, kept: Date | null): DateParts {
  if (values) return { day: values[`${name}Day`], month: values[`${name}Month`], year: values[`${name}Year`] };
  if (!kept) return {};
  return {
    day: String(kept.getUTCDate()),
    month: String(kept.getUTCMonth() + 1),
    year: String(kept.getUTCFullYear()),
  };
}

/** A date in three fields. For a birth date this is faster than a calendar, and unambiguous. */
export function DateFields({ name, legend, hint, error, defaultValue = {}, autoComplete }: DateFieldsProps) {
  const id = fieldId(name);
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(" ") || undefined;
  const shared = { "aria-invalid": error ? (true as const) : undefined, "aria-describedby": described };
  const complete = (part: string) => (autoComplete ? `${autoComplete}-${part}` : "off");
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className={hint ? "font-medium text-sm" : "mb-1 font-medium text-sm"}>{legend}</legend>
      {hint ? (
        <div id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <label htmlFor={id} className="flex min-w-36 flex-col gap-1 text-sm">
          Month
          <Select
            // React resets a form after its action and ignores a select's new default; a new key mounts a new select.
            key={defaultValue.month}
            {...shared}
            id={id}
            name={`${name}Month`}
            options={MONTHS}
            placeholder="Choose"
            defaultValue={defaultValue.month ?? ""}
            autoComplete={complete("month")}
          />
        </label>
        <label htmlFor={`${id}-day`} className="flex w-20 flex-col gap-1 text-sm">
          Day
          <Input
            {...shared}
            id={`${id}-day`}
            name={`${name}Day`}
            inputMode="numeric"
            maxLength={2}
            defaultValue={defaultValue.day}
            autoComplete={complete("day")}
          />
        </label>
        <label htmlFor={`${id}-year`} className="flex w-24 flex-col gap-1 text-sm">
          Year
          <Input
            {...shared}
            id={`${id}-year`}
            name={`${name}Year`}
            inputMode="numeric"
            maxLength={4}
            defaultValue={defaultValue.year}
            autoComplete={complete("year")}
          />
        </label>
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}
